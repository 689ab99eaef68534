import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../../test/app';
import { checkCorrupted, codesOf } from '../../../../test/parts/corrupted-books';
import { fillBooks, startBooksApp } from '../../../../test/parts/filled-books';
import { LEAST_NOTICED, NO_MONEY, NOTICED_ROWS, SETTINGS, UNNOTICED } from '../../../../test/parts/money-columns';
import { type Chance, createChance } from '../../../../test/seeded';

const PAGE = join(import.meta.dirname, '../../../../../../docs/runbooks/ledger-difference.md');
const CHANGES_OF_A_COLUMN = 2;
const SEED = Math.floor(Math.random() * 2 ** 31);
const chance = createChance(SEED);

let app: TestApp;

/** Constraints refuse much of what is tried here; the check must notice it without them. */
async function dropConstraints(): Promise<void> {
  const { rows } = await sql<{ name: string; of: string }>`
    select quote_ident(conname) as name, conrelid::regclass::text as of from pg_constraint
     where contype = 'c' and coninhcount = 0 and connamespace = 'public'::regnamespace`.execute(app.platform.db.query);
  for (const { name, of } of rows) await sql.raw(`alter table ${of} drop constraint ${name}`).execute(app.platform.db.query);
}

beforeAll(async () => {
  app = await startBooksApp();
  await fillBooks(app);
  await app.services.ledger.checkBooks('incremental'); // folds
  await dropConstraints();
}, 120_000);

type Column = { readonly table: string; readonly column: string };
type Row = { readonly place: string; readonly value: string };
const nameOf = ({ table, column }: Column): string => `${table}.${column}`;

async function listColumns(...types: string[]): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
       and not a.attisdropped and a.atttypid = any(${types}::regtype[]) order by 1, 2`.execute(app.platform.db.query);
  return rows;
}

/** Another number, by a little or a lot, in steps of the least change that is noticed. */
function otherNumber(value: bigint, step: bigint, { whole, pick }: Chance): bigint {
  const by = step * BigInt(whole(1, 5_000_000));
  const others = [value + step, value - step, value + by, value - by, value + value + step, -value - step, value === 0n ? step : 0n];
  return pick(others.filter((other) => BigInt.asIntN(64, other) === other)); // the columns hold no other
}

/** One field at random, several times; what nobody noticed. */
async function changeAtRandom(column: Column, other: (value: string) => string): Promise<string[]> {
  const { rows } = await sql<Row>`
    select ctid::text as place, ${sql.ref(column.column)}::text as value from ${sql.table(column.table)}
     where ${sql.ref(column.column)} is not null and ${sql.raw(NOTICED_ROWS[nameOf(column)] ?? 'true')}`.execute(app.platform.db.query);
  if (rows.length === 0) return [`the books have no ${nameOf(column)}`];
  const unnoticed: string[] = [];
  for (let n = 0; n < CHANGES_OF_A_COLUMN; n += 1) {
    const { place, value } = chance.pick(rows);
    const changed = other(value);
    const check = await checkCorrupted(app, `update ${column.table} set ${column.column} = '${changed}' where ctid = '${place}'`);
    if (codesOf(check).length === 0) unnoticed.push(`${nameOf(column)}: ${value} to ${changed}`);
  }
  return unnoticed;
}

test('a random change of one field that holds money is noticed, whichever column and row', async () => {
  const numbers = await listColumns('bigint', 'numeric');
  const unnoticed: string[] = [];
  for (const column of numbers.filter((each) => !(NO_MONEY.has(nameOf(each)) || SETTINGS.has(nameOf(each))))) {
    const step = LEAST_NOTICED[nameOf(column)] ?? 1n;
    unnoticed.push(...(await changeAtRandom(column, (value) => otherNumber(BigInt(value), step, chance).toString())));
  }
  expect(unnoticed, `seed ${SEED}`).toEqual([]);
}, 120_000);

test('so is one of any other field of the journal', async () => {
  const texts = await listColumns('text');
  const ids = ['account_id', 'version', 'ends_hold'].map((column) => ({ table: 'ledger_entries', column }));
  const unnoticed: string[] = [];
  for (const column of texts.filter(({ table }) => table === 'ledger_entries'))
    unnoticed.push(...(await changeAtRandom(column, (value) => chance.pick([`${value}1`, `x${value}`, value.slice(0, -1)]))));
  for (const column of ids) {
    unnoticed.push(...(await changeAtRandom(column, (value) => (BigInt(value) + BigInt(chance.whole(1_000, 9_000))).toString())));
  }
  expect(unnoticed, `seed ${SEED}`).toEqual([]);
}, 120_000);

describe('what cannot be noticed', () => {
  test.each(Object.entries(UNNOTICED))('%s', async (_what, changes) => {
    for (const change of changes) {
      expect(codesOf(await checkCorrupted(app, change)), change).toEqual([]);
    }
  });

  test('is listed with the reason on the page of the alarm', () => {
    const page = readFileSync(PAGE, 'utf8');
    const listed = [...page.matchAll(/^\| (?!what is changed|---)(.+?) \| .{20,} \|$/gm)].map(([, what]) => what);
    expect(listed).toEqual(Object.keys(UNNOTICED));
  });
});
