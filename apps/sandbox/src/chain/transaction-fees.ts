/** Far above any base fee of the local chain; the accounts hold a million ether each. */
const MAX_FEE_WEI = 1_000_000_000_000n;
const TIP_WEI = 1_000_000_000n;

export const FEES = { maxFeePerGas: MAX_FEE_WEI, maxPriorityFeePerGas: TIP_WEI };

/**
 * The fee ceiling is never charged, so it has a random part: two equal payments never have the same hash, not even when a reorganisation
 * dropped the first and its nonce is reused.
 */
export const uniqueFees = (): typeof FEES => ({
  maxFeePerGas: MAX_FEE_WEI + BigInt(Math.floor(Math.random() * 2 ** 48)),
  maxPriorityFeePerGas: TIP_WEI,
});
