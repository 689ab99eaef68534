import { sql } from 'kysely';
import { checkLedger, type LedgerCheck } from '../../src/modules/ledger/check/check-ledger';
import type { Db, Tx } from '../../src/platform/db/db';
import type { TestApp } from '../app';

class Undone extends Error {}

/** What a full check finds after this change, made past every trigger as the database's owner could. Then it is undone. */
export async function checkCorrupted({ platform: { db } }: TestApp, change: string): Promise<LedgerCheck> {
  let check: LedgerCheck | undefined;
  const corrupt = async (tx: Tx): Promise<never> => {
    await sql`set transaction isolation level repeatable read`.execute(tx); // the check's, which must come before the first statement
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql.raw(change).execute(tx);
    const within: Db = { ...db, transaction: (work) => work(tx) };
    check = await checkLedger(within, 'full', 'books', { at: new Date(), timeZone: 'Asia/Ho_Chi_Minh' });
    throw new Undone();
  };
  await db.transaction(corrupt).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  if (check === undefined) throw new Error('nothing was checked');
  return check;
}

/** Of the rules that are broken. */
export const codesOf = ({ faults, findings }: LedgerCheck): string[] => [
  ...faults.flatMap((each) => each.faults),
  ...findings.map(({ code }) => code),
];
