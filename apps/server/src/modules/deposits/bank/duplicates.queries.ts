import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db';
import type { BankTransferId } from '../../../platform/id-types';
import type { BankTransferState, NewBankTransfer } from './bank-transfers.queries';
import { DUPLICATE_WINDOW_MS, type EarlierReport } from './duplicates.domain';

export type EarlierRow = Omit<EarlierReport, 'references'> & {
  readonly id: BankTransferId;
  readonly state: BankTransferState;
  /** The reference of the deposit. */
  readonly creditedTo: string | null;
};

/**
 * Reports that may be of the same transfer: with its number, or (where a number is missing) from another feed, of its amount, and credited
 * to a deposit that it names or still waiting. Reports of one account are taken one after the other; rows are locked before deposits, as
 * an assignment does.
 */
export async function lockEarlierReports(tx: Tx, transfer: NewBankTransfer, words: readonly string[]): Promise<EarlierRow[]> {
  const { id, provider, account, amountVnd, bankNumber, receivedAt } = transfer;
  const since = new Date(receivedAt.getTime() - DUPLICATE_WINDOW_MS);
  await sql`select pg_advisory_xact_lock(hashtextextended('bank-account:' || ${account}, 0))`.execute(tx);
  const { rows } = await sql<EarlierRow>`
    select b.id, b.provider, b.amount_vnd as "amountVnd", b.content, b.bank_number as "bankNumber", b.bank_time as "bankTime",
           b.received_at as "receivedAt", b.state, (select d.reference from deposits d where d.id = b.deposit_id) as "creditedTo",
           exists (select from bank_transfers r where r.duplicate_of = b.id and r.state = 'duplicate') as "isRepeated"
      from bank_transfers b
     where b.id <> ${id} and b.account = ${account} and b.state <> 'duplicate' and (
           b.bank_number = ${bankNumber}
        or (b.provider <> ${provider} and b.amount_vnd = ${amountVnd} and b.received_at >= ${since}
            and (b.bank_number is null or ${bankNumber}::text is null)
            and (b.state = 'unmatched' or b.deposit_id in (select d.id from deposits d where d.reference = any(${words}::text[])))))
     order by b.id for no key update of b`.execute(tx);
  return rows;
}

/** Those of them that wait for an admin say which transfer they may be. */
export async function flagPossibleDuplicates(tx: Tx, ids: readonly BankTransferId[], of: BankTransferId): Promise<void> {
  await sql`
    update bank_transfers set reason = 'possible_duplicate', duplicate_of = ${of}
     where id = any(${ids}::text[]) and state = 'unmatched' and duplicate_of is null`.execute(tx);
}
