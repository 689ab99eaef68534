/** One token transfer with its position among the transaction's instructions. */
export type TokenMove = {
  readonly path: string;
  readonly source: string;
  readonly destination: string;
  readonly authority: string;
  readonly raw: bigint;
};
/** The token account's balances as reported by the chain. */
export type BalanceChange = { readonly before: bigint; readonly after: bigint };
export type FoundTransfer = {
  readonly path: string;
  /** Position among all token transfers of the transaction; for display, never compared. */
  readonly ordinal: number;
  readonly source: string;
  readonly authority: string;
  readonly raw: bigint;
};

/** The path of a row for the total received, where the instructions do not explain it. */
export const DELTA = 'delta';

const sum = (items: readonly { readonly raw: bigint }[]): bigint => items.reduce((total, { raw }) => total + raw, 0n);

/**
 * The transfers into an account. They count only when they add up to the balance change; where something else changed it too (a mint, an
 * unparsed instruction), one row holds the total received.
 */
export function findTransfers(account: string, moves: readonly TokenMove[], change: BalanceChange): FoundTransfer[] {
  const delta = change.after - change.before;
  const incoming = moves.flatMap(({ path, source, destination, authority, raw }, ordinal) =>
    destination === account && source !== account ? [{ path, ordinal, source, authority, raw }] : [],
  );
  const outgoing = moves.filter(({ source, destination }) => source === account && destination !== account);
  if (sum(incoming) - sum(outgoing) === delta) return incoming.filter(({ raw }) => raw > 0n);
  return delta > 0n ? [{ path: DELTA, ordinal: moves.length, source: '', authority: '', raw: delta }] : [];
}

/** Identity of a transfer within its transaction: instruction path and token account. */
export const logKeyOf = (path: string, tokenAccount: string): string => `${path}:${tokenAccount}`;
export const tokenAccountOf = (logKey: string): string => logKey.slice(logKey.lastIndexOf(':') + 1);
