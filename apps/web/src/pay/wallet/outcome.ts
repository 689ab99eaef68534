/**
 * `declined`, `no_network` and `not_ready` are certain to have sent nothing; after `unclear` the payer has to look into the wallet.
 */
export type WalletOutcome =
  | { readonly kind: 'sent'; readonly txHash: string }
  | { readonly kind: 'declined' | 'no_network' | 'not_ready' | 'unclear' };

/** EIP-1193; Solana's and TRON's wallets use the same. */
const USER_REJECTED = 4001;

/** Wallets wrap the code of a refusal: some report it on the error, some on its data. */
export function isRejection(error: unknown): boolean {
  const { code, data } = (error ?? {}) as { code?: number; data?: { originalError?: { code?: number } } };
  return (data?.originalError?.code ?? code) === USER_REJECTED;
}
