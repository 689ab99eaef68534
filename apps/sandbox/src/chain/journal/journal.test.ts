import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { singleBlockRun } from './block-run';
import { openJournal } from './journal';

const HEADER = { version: 1, chainId: 31337, genesisTime: 1_700_000_000 } as const;
const empty = (number: number) => singleBlockRun(number, { time: 1000 + number, transactions: [] }, `0x${number}`);
const paid = (number: number) => singleBlockRun(number, { time: 1000 + number, transactions: ['0x02f8'] }, `0x${number}`);

let dir: string;
const path = () => join(dir, 'chain.journal');
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'journal-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function write(count: number): Promise<void> {
  const journal = await openJournal(dir, HEADER);
  const start = journal.runs.at(-1);
  const from = start ? start.first + start.count : 1;
  for (let number = from; number < from + count; number += 1) await journal.append({ runs: [empty(number)] });
  await journal.close();
}

async function read() {
  const journal = await openJournal(dir, { ...HEADER, genesisTime: 1 });
  await journal.close();
  return { header: journal.header, runs: journal.runs, offset: journal.timeOffsetSeconds() };
}

test('appended records are there after a restart, under the first header', async () => {
  const journal = await openJournal(dir, HEADER);
  await journal.append({ runs: [paid(1)] });
  await journal.append({ runs: [empty(2)], timeOffsetSeconds: 3600 });
  await journal.close();
  expect(await read()).toEqual({ header: HEADER, runs: [paid(1), empty(2)], offset: 3600 });
});

test('wherever a kill tears the last record, the intact part stays and writing continues', async () => {
  await write(2);
  const whole = readFileSync(path());
  const lastRecord = whole.lastIndexOf('\n', whole.length - 2) + 1;
  for (let cut = lastRecord; cut < whole.length; cut += 1) {
    writeFileSync(path(), whole.subarray(0, cut));
    expect((await read()).runs).toEqual([empty(1)]);
  }
  await write(1);
  expect(readFileSync(path())).toEqual(whole);
});

test('a garbled last record is dropped, damage in the middle is refused', async () => {
  await write(3);
  appendFileSync(path(), `${'\0'.repeat(50)}\n`);
  expect((await read()).runs[0]?.count).toBe(3);
  const bytes = readFileSync(path());
  bytes[bytes.length - 200] = (bytes[bytes.length - 200] ?? 0) ^ 1;
  writeFileSync(path(), bytes);
  await expect(read()).rejects.toThrow(/line \d is damaged/);
});

test('a journal whose header was torn starts over', async () => {
  await write(1);
  truncateSync(path(), 20);
  expect(await read()).toEqual({ header: { ...HEADER, genesisTime: 1 }, runs: [], offset: 0 });
});

test('thousands of empty blocks do not grow the file', async () => {
  await write(3500);
  expect(statSync(path()).size).toBeLessThan(1000 * 200);
  await write(600);
  expect((await read()).runs).toMatchObject([{ first: 1, count: 4100, endTime: 5100, hash: '0x4100' }]);
});
