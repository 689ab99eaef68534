import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestApp } from '../../../../test/app';
import { checkCorrupted, codesOf } from '../../../../test/parts/corrupted-books';
import { type FilledBooks, fillBooks, startBooksApp } from '../../../../test/parts/filled-books';
import { invoiceRow } from '../../../../test/shop';
import { createLogger } from '../../../platform/log';
import { createMetrics } from '../../../platform/metrics';
import { registerLedgerJobs } from '../ledger.jobs';
import type { LedgerCheck } from './check-ledger';
import { reportLines } from './report';

let app: TestApp;
let books: FilledBooks;

beforeAll(async () => {
  app = await startBooksApp();
  books = await fillBooks(app);
  expect((await app.services.ledger.checkBooks('incremental')).findings).toEqual([]); // folds
}, 120_000);

test('books that the program wrote agree', async () => {
  for (const mode of ['full', 'incremental'] as const) {
    const { faults, findings } = await app.services.ledger.checkBooks(mode);
    expect([...faults, ...findings]).toEqual([]);
  }
});

const corrupted = (statement: string): Promise<LedgerCheck> => checkCorrupted(app, statement);
describe('what the check did not notice', () => {
  const account = () => `(select id from ledger_accounts where user_id = '${books.shop.merchant.userId}')`;
  const lastOf = (where: string) =>
    `(account_id, version) = (select account_id, version from ledger_entries where ${where} order by account_id, version desc limit 1)`;

  test('the reference of a fee', async () => {
    const { id } = await invoiceRow(app, books.open);
    const check = await corrupted(`update ledger_entries set reference = '${id}' where ${lastOf("kind = 'fee' and ends_hold is null")}`);
    expect(codesOf(check)).toEqual(expect.arrayContaining(['labels', 'fees']));
    expect(
      reportLines(check)
        .filter((line) => line.startsWith('WRONG'))
        .join('\n'),
    ).toContain(id);
  });

  test('an entry that was dated back into a closed statement', async () => {
    const check = await corrupted(
      `update ledger_entries set created_at = created_at - interval '40 days' where account_id = ${account()} and version = 3`,
    );
    expect(codesOf(check)).toEqual(expect.arrayContaining(['times', 'ledger_days']));
  });

  test('another time of the same day, and another reference of an adjustment: no sum depends on them', async () => {
    for (const change of [`created_at = created_at + interval '1 microsecond'`, `reference = 'somebody', idempotency_key = 'anything'`]) {
      const check = await corrupted(`update ledger_entries set ${change} where ${lastOf("platform_account = 'adjustments'")}`);
      expect(codesOf(check)).toEqual(['sealed']);
    }
  });

  test('entries that an older release folded without a seal, as soon as a check of this one has read them', async () => {
    const unseal = 'update ledger_checkpoints set sealed_version = 0, seal = 0';
    const change = `update ledger_entries set created_at = created_at + interval '1 microsecond' where ${lastOf('true')}`;
    expect(codesOf(await corrupted(unseal))).toEqual([]);
    await sql.raw(unseal).execute(app.platform.db.query);
    expect(codesOf(await app.services.ledger.checkBooks('full'))).toEqual([]); // seals
    expect(codesOf(await corrupted(change))).toEqual(['sealed']);
  });

  test('roll-ups moved between days', async () => {
    const check = await corrupted(`update ledger_days set day = day - 1 where account_id = ${account()}`);
    expect(codesOf(check)).toEqual(expect.arrayContaining(['ledger_days']));
  });

  test('1,000 more in the fees of a day', async () => {
    const check = await corrupted('update ledger_fee_days set fee = fee + 1000000000');
    expect(codesOf(check)).toEqual(['fee_days']);
  });

  test('another platform account', async () => {
    const check = await corrupted(
      `update ledger_entries set platform_account = 'usdt_clearing' where ${lastOf("platform_account = 'bank_clearing'")}`,
    );
    expect(codesOf(check)).toEqual(expect.arrayContaining(['labels', 'credits']));
  });

  test('a sum moved between two entries of one kind', async () => {
    const move = (version: string, by: string) =>
      `update ledger_entries set balance_delta = balance_delta ${by} where account_id = ${account()} and version = (select ${version}(version) from ledger_entries where kind = 'bank')`;
    const after = `update ledger_entries set balance_after = balance_after + 5 where account_id = ${account()}
      and version >= (select min(version) from ledger_entries where kind = 'bank') and version < (select max(version) from ledger_entries where kind = 'bank')`;
    const check = await corrupted(`${move('min', '+ 5')}; ${move('max', '- 5')}; ${after}`);
    expect(check.faults).toEqual([]);
    expect(codesOf(check)).toContain('credits');
  });

  test('the last entry cut off, and the account set back', async () => {
    const check =
      await corrupted(`delete from ledger_entries where account_id = ${account()} and version = (select version from ledger_accounts where id = ${account()});
       update ledger_accounts a set (version, balance, held, owed) = (select version, balance_after, held_after, owed_after from ledger_entries e
         where e.account_id = a.id and e.version = a.version - 1) where id = ${account()}`);
    expect(codesOf(check)).toEqual(expect.arrayContaining(['gapless', 'checkpoints']));
  });

  test('an expired invoice whose hold is open', async () => {
    const check = await corrupted(`update invoices set status = 'EXPIRED' where trans_id = '${books.open}'`);
    expect(check.findings).toEqual([expect.objectContaining({ code: 'fees', text: expect.stringContaining('EXPIRED') })]);
  });

  test('a paid invoice without its fee', async () => {
    const { id } = await invoiceRow(app, books.expired);
    const check = await corrupted(`update invoices set status = 'SUCCESS' where trans_id = '${books.expired}'`);
    expect(check.findings).toContainEqual(expect.objectContaining({ code: 'fees', subject: id }));
  });

  test('what a deposit received', async () => {
    const check = await corrupted("update deposits set received = received + 1 where method = 'vietnam-bank-auto'");
    expect(codesOf(check)).toEqual(['received', 'received', 'received']);
  });

  test('a credit that is gone', async () => {
    const check = await corrupted('delete from deposit_credits where id = (select min(id) from deposit_credits)');
    expect(codesOf(check)).toEqual(['received', 'uncredited', 'deposit_days']);
  });

  test('what an invoice was paid', async () => {
    const { id } = await invoiceRow(app, books.paid);
    const check = await corrupted(`update invoices set paid = paid + 1 where id = '${id}'`);
    expect(check.findings).toEqual([expect.objectContaining({ code: 'paid', subject: id })]);
    expect(reportLines(check).filter((line) => line.startsWith('WRONG'))).toEqual([
      expect.stringMatching(
        /^WRONG paid = sum of the transfers of an invoice: invoice inv_\S+: paid is 40\.200001, its transfers add up to 40\.200000 \(\S+\)$/,
      ),
    ]);
  });
});

test('the scheduled checks raise an alert and a metric; what the full one found stays until it finds nothing', async () => {
  const written: string[] = [];
  const log = createLogger('error', { write: (line: string) => void written.push(line) });
  const metrics = createMetrics();
  const handlers = new Map<string, { run: () => Promise<void>; cron: string | undefined }>();
  const jobs = {
    register: (name: string, run: (data: Record<string, unknown>) => Promise<void>, options?: { cron?: string }) =>
      void handlers.set(name, { run: () => run({}), cron: options?.cron }),
    enqueue: async () => undefined,
    createQueues: async () => undefined,
    start: async () => undefined,
    stop: async () => undefined,
  };
  const { ledger } = app.services;
  registerLedgerJobs({ jobs, log, metrics, ledger });
  expect([...handlers].map(([name, { cron }]) => [name, cron])).toEqual([
    ['ledger.check', '*/10 * * * *'],
    ['ledger.check-all', '17 20 * * *'],
  ]);
  const runs = (name: string) => handlers.get(name)?.run();
  const differences = () => metrics.registry.getSingleMetricAsString('stablegate_ledger_differences');
  await ledger.checkBooks('full');
  await runs('ledger.check');
  expect(written).toEqual([]);
  expect(await differences()).toContain('stablegate_ledger_differences 0');

  // Nothing new happens to this invoice, so only the full check sees it.
  const change = (by: string) =>
    sql`update invoices set paid = paid ${sql.raw(by)} where trans_id = ${books.paid}`.execute(app.platform.db.query);
  await change('+ 1');
  await runs('ledger.check');
  expect(written).toEqual([]);
  await runs('ledger.check-all');
  await vi.waitFor(() => expect(written.join()).toContain('the ledger does not add up'));
  await runs('ledger.check');
  expect(await differences()).toContain('stablegate_ledger_differences 1');
  await change('- 1');
  await ledger.checkBooks('full');
  expect(await differences()).toContain('stablegate_ledger_differences 0');
});
