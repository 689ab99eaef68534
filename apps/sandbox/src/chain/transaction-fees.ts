/** Far above any base fee the local chain reaches; the accounts hold a million ether each. */
const MAX_FEE_WEI = 1_000_000_000_000n;
const TIP_WEI = 1_000_000_000n;

export const FEES = { maxFeePerGas: MAX_FEE_WEI, maxPriorityFeePerGas: TIP_WEI };

/**
 * The fee ceiling is never charged, so it carries a random part: two equal payments then never have one hash, not even
 * when a reorganisation dropped the first and its nonce is used again.
 */
export const uniqueFees = (): typeof FEES => ({
  maxFeePerGas: MAX_FEE_WEI + BigInt(Math.floor(Math.random() * 2 ** 48)),
  maxPriorityFeePerGas: TIP_WEI,
});
