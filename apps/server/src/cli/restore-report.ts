import { formatMicros } from '@stablegate/rules';
import { sql } from 'kysely';
import { checkLedger } from '../modules/ledger/check/check-ledger';
import type { Db } from '../platform/db/db';
import { withDatabase } from './command-line';
import type { NodeCommand } from './nodes';

const SHOWN_MAX = 50;

type FoundRow = { readonly network: string; readonly state: string; readonly count: number; readonly amount: bigint };
type OrphanRow = { readonly network: string; readonly txHash: string; readonly toAddress: string; readonly amount: bigint };
type CallbackRow = { readonly outcome: string; readonly count: number };

/** The database ends at `since`: what is newer was found or done after the restore. */
async function readFound(db: Db, since: Date) {
  const found = await sql<FoundRow>`
    select network, state, count(*)::integer as count, sum(amount)::bigint as amount from transfers
     where seen_at > ${since} group by network, state order by network, state`.execute(db.query);
  const orphans = await sql<OrphanRow>`
    select network, tx_hash as "txHash", to_address as "toAddress", amount from transfers
     where seen_at > ${since} and state = 'unmatched' order by block_time, id limit ${SHOWN_MAX}`.execute(db.query);
  const callbacks = await sql<CallbackRow>`
    select coalesce(outcome, 'waiting') as outcome, count(*)::integer as count from callback_deliveries
     where created_at > ${since} or ended_at > ${since} or outcome is null group by 1 order by 1`.execute(db.query);
  const behind = await sql<{ network: string; seconds: number }>`
    select network, extract(epoch from now() - read_through)::integer as seconds from chain_cursors
     where read_through < now() - interval '10 minutes' order by network`.execute(db.query);
  return { found: found.rows, orphans: orphans.rows, callbacks: callbacks.rows, behind: behind.rows };
}

const WORDS: Readonly<Record<string, string>> = {
  matched: 'paid an invoice or a top-up, credited once',
  unmatched: 'fit no invoice: theirs was probably created after that time, and is lost',
  seen: 'wait for their confirmations',
  ignored: 'were ignored',
  reorged: 'were reorganised away',
};

type Report = Awaited<ReturnType<NodeCommand['run']>>;

/** Wrong while a network is behind or the ledger does not add up. */
export async function reportRestore(db: Db, since: Date, timeZone: string): Promise<Report> {
  const { found, orphans, callbacks, behind } = await readFound(db, since);
  const { differences } = await checkLedger(db, 'full', 'books', { at: new Date(), timeZone });
  const lines = [
    `Found since ${since.toISOString()}:`,
    ...found.map(
      ({ network, state, count, amount }) => `  ${network}: ${count} transfers, ${formatMicros(amount)} USDT, ${WORDS[state] ?? state}`,
    ),
    ...(found.length === 0 ? ['  no transfer'] : []),
    ...callbacks.map(({ outcome, count }) => `  callbacks ${outcome}: ${count}`),
    ...orphans.map(
      ({ network, txHash, toAddress, amount }) =>
        `  without an invoice: ${formatMicros(amount)} USDT on ${network} to ${toAddress}, ${txHash}`,
    ),
    ...behind.map(({ network, seconds }) => `  ${network} is still being read, ${seconds} s behind: run this again later`),
    differences === 0 ? 'The ledger adds up.' : `The ledger does not add up (${differences} findings): npm run ledger:check`,
  ];
  return { lines, isWrong: differences > 0 || behind.length > 0 };
}

export const RESTORE_REPORT_COMMAND: NodeCommand = {
  takes: '<time>',
  does: 'after a restore to that time: what was found again, and what is missing',
  run: async ([time = '']) => {
    const since = new Date(time);
    if (Number.isNaN(since.getTime())) return { lines: ['npm run admin -- restore-report 2026-11-17T10:55:00Z'], isWrong: true };
    return withDatabase('stablegate-restore-report', (db, config) => reportRestore(db, since, config.businessTimeZone));
  },
};
