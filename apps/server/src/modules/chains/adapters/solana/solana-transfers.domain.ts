/** A token transfer instruction, in the order of execution: each outer one, then what it called. */
export type TokenInstruction = { readonly source: string; readonly destination: string; readonly authority: string; readonly raw: bigint };
/** What the token account held before and after, by the chain's own count. */
export type BalanceChange = { readonly before: bigint; readonly after: bigint };
export type FoundTransfer = { readonly ordinal: number; readonly source: string; readonly authority: string; readonly raw: bigint };

/**
 * The transfers into an account, each with its ordinal among all token transfers of the transaction. They count only when they
 * explain the balance; where something else moved it too (a mint, a program that cannot be parsed), one row says what arrived.
 */
export function findTransfers(account: string, instructions: readonly TokenInstruction[], change: BalanceChange): FoundTransfer[] {
  const delta = change.after - change.before;
  const incoming = instructions.flatMap(({ source, destination, authority, raw }, ordinal) =>
    destination === account && source !== account ? [{ ordinal, source, authority, raw }] : [],
  );
  const outgoing = instructions.filter(({ source, destination }) => source === account && destination !== account);
  const sum = (items: readonly { raw: bigint }[]): bigint => items.reduce((total, { raw }) => total + raw, 0n);
  if (sum(incoming) - sum(outgoing) === delta) return incoming.filter(({ raw }) => raw > 0n);
  return delta > 0n ? [{ ordinal: 0, source: '', authority: '', raw: delta }] : [];
}
