import { pbkdf2Sync } from 'node:crypto';
import { HDKey, hdKeyToAccount } from 'viem/accounts';

/** The mnemonic every hardhat node uses; its keys are public and worth nothing outside a test chain. */
const MNEMONIC = 'test test test test test test test test test test test junk';
const PAYER_COUNT = 10;

export type SandboxAccount = ReturnType<typeof hdKeyToAccount>;
export type SandboxAccounts = { readonly faucet: SandboxAccount; readonly payers: readonly SandboxAccount[] };

/**
 * Account 0 deploys and owns the contracts, accounts 1 to 10 pay. The seed is derived once by node's own pbkdf2: viem's mnemonicToAccount
 * repeats it for every account, in JavaScript.
 */
export function deriveAccounts(): SandboxAccounts {
  const master = HDKey.fromMasterSeed(pbkdf2Sync(MNEMONIC, 'mnemonic', 2048, 64, 'sha512'));
  const account = (addressIndex: number) => hdKeyToAccount(master, { addressIndex });
  return { faucet: account(0), payers: Array.from({ length: PAYER_COUNT }, (_, index) => account(index + 1)) };
}
