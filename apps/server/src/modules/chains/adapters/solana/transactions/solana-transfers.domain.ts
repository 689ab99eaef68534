/** One transfer of tokens, with its place among the instructions of the transaction. */
export type TokenMove = {
  readonly path: string;
  readonly source: string;
  readonly destination: string;
  readonly authority: string;
  readonly raw: bigint;
};
/** What the token account held before and after, by the chain's own count. */
export type BalanceChange = { readonly before: bigint; readonly after: bigint };
export type FoundTransfer = {
  readonly path: string;
  /** Among all token transfers of the transaction; shown to people, never compared. */
  readonly ordinal: number;
  readonly source: string;
  readonly authority: string;
  readonly raw: bigint;
};

/** The path of a row that says what arrived in all, where the instructions do not explain it. */
export const DELTA = 'delta';

const sum = (items: readonly { readonly raw: bigint }[]): bigint => items.reduce((total, { raw }) => total + raw, 0n);

/**
 * The transfers into an account. They count only when they explain the balance; where something else moved it too (a mint, an
 * instruction that nobody can parse), one row says what arrived.
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

/** Identity of a transfer within its transaction: which instruction, into which token account. */
export const logKeyOf = (path: string, tokenAccount: string): string => `${path}:${tokenAccount}`;
export const tokenAccountOf = (logKey: string): string => logKey.slice(logKey.lastIndexOf(':') + 1);
