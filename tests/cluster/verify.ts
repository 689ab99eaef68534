import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { checkLedger } from '../../apps/server/src/modules/ledger/check/check-ledger';
import { createDb } from '../../apps/server/src/platform/db/db';
import type { Cluster } from './cluster';
import { directUrl } from './gateway';
import type { Load } from './load';

const SETTLE_MS_MAX = 300_000;

export type Verdict = { readonly what: string; readonly expected: number; readonly lost: number };

const count = async (client: pg.Client, text: string, values: unknown[] = []): Promise<number> =>
  Number((await client.query<{ count: string }>(text, values)).rows[0]?.count);

/** Invoices whose money is on the chain are paid, and their callbacks are delivered. */
async function settle(client: pg.Client, paid: readonly string[]): Promise<void> {
  for (const end = Date.now() + SETTLE_MS_MAX; Date.now() < end; await sleep(1_000)) {
    const open = await count(client, `select count(*) from invoices where trans_id = any($1) and status <> 'SUCCESS'`, [paid]);
    // Retries after a failover wait for minutes; nobody has to watch that.
    await client.query('update callback_deliveries set due_at = now() where outcome is null and lease_until is null');
    const undelivered = await count(client, 'select count(*) from callback_deliveries where outcome is null');
    if (open === 0 && undelivered === 0) return;
  }
}

async function checkBooks(url: string): Promise<number> {
  const db = createDb({ url, poolMax: 2, applicationName: 'cluster-check' });
  const { differences } = await checkLedger(db, 'full', 'journal', { at: new Date(), timeZone: 'UTC' });
  await db.close();
  return Number(differences);
}

/** What clients were told, compared with what the database has after all failovers. */
export async function verify({ passwords }: Cluster, { created, callbacks }: Load): Promise<Verdict[]> {
  const url = directUrl(passwords.gateway);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const all = created.map(({ transId }) => transId);
  const requests = created.map(({ requestId }) => requestId);
  const paid = created.filter(({ isPaid }) => isPaid).map(({ transId }) => transId);
  await settle(client, paid);
  const received = [...callbacks];
  const missing = async (expected: number, text: string, values: unknown[]) => expected - (await count(client, text, values));
  try {
    return [
      {
        what: 'acknowledged invoices',
        expected: all.length,
        lost: await missing(
          all.length,
          `select count(*) from unnest($1::text[], $2::text[]) as a (trans_id, request_id) join invoices i using (trans_id, request_id)`,
          [all, requests],
        ),
      },
      {
        what: 'invoices made once for their request_id',
        expected: all.length,
        lost: (await count(client, 'select count(*) from invoices where request_id = any($1)', [requests])) - all.length,
      },
      {
        what: 'fees reserved for them (ledger)',
        expected: all.length,
        lost: await missing(
          all.length,
          `select count(distinct i.id) from invoices i join ledger_entries l on l.idempotency_key = 'invoice-fee:' || i.id where i.trans_id = any($1)`,
          [all],
        ),
      },
      {
        what: 'payments on the chain, settled',
        expected: paid.length,
        lost: await missing(paid.length, `select count(*) from invoices where trans_id = any($1) and status = 'SUCCESS'`, [paid]),
      },
      { what: 'their callbacks received', expected: paid.length, lost: paid.filter((transId) => !callbacks.has(transId)).length },
      {
        // Workers of releases before schema 55 send a callback under its row's id.
        what: 'callbacks acknowledged by the merchant',
        expected: received.length,
        lost: await missing(
          received.length,
          `select count(*) from unnest($1::text[]) as a (id) join callback_deliveries d on a.id in (d.webhook_id, d.id) where d.outcome = 'delivered'`,
          [received.map(([, id]) => id)],
        ),
      },
      { what: 'differences in the ledger', expected: 0, lost: await checkBooks(url) },
    ];
  } finally {
    await client.end();
  }
}
