import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../../../test/parts/database';
import { startScriptedNode } from '../../../../test/parts/scripted-node';
import { createDb } from '../../../platform/db/db';
import { createLogger } from '../../../platform/log';
import { listSpending } from '../status/rpc-usage.queries';
import { createEndpoint } from './endpoint';
import { nodeNames } from './endpoints';
import { assuranceOf } from './panel';
import { createRateWindow } from './rate-window';
import { RpcError } from './rpc-errors';
import { createUsageBook } from './usage-book';
import { asLookUp, createUsageMeter, utcDay } from './usage-meter';

const NOON = Date.parse('2026-11-15T12:00:00Z');
const database = await createTestDatabase();
const db = createDb({ url: database.url, poolMax: 4, applicationName: 'test' });
const node = await startScriptedNode();
afterAll(async () => {
  await db.close();
  await database.drop();
});
const newBook = () => createUsageBook({ db, log: createLogger('silent') });

describe('a meter', () => {
  test('counts per UTC day, and the next day begins at zero', () => {
    const meter = createUsageMeter(100);
    meter.spend(99, NOON);
    expect([meter.spent(NOON), meter.isExhausted(NOON)]).toEqual([99, false]);
    meter.spend(1, NOON);
    expect(meter.isExhausted(NOON)).toBe(true);
    expect(meter.isExhausted(NOON + 12 * 3_600_000)).toBe(false);
  });

  test('half of the budget at noon is the right pace, all of it is twice the pace', () => {
    const meter = createUsageMeter(100);
    meter.spend(50, NOON);
    expect(meter.pressure(NOON)).toBeCloseTo(1);
    meter.spend(50, NOON);
    expect(meter.pressure(NOON)).toBeCloseTo(2);
    expect(createUsageMeter().pressure(NOON)).toBe(0);
  });

  test('a failed hand-over is counted once', () => {
    const meter = createUsageMeter(100);
    meter.spend(10, NOON);
    const [taken] = meter.takePending();
    expect([taken?.requests, meter.spent(NOON)]).toEqual([10, 10]);
    meter.giveBack(taken ?? { day: '', requests: 0, lookUps: 0 });
    expect(meter.spent(NOON)).toBe(10);
    expect(meter.takePending()).toEqual([{ day: '2026-11-15', requests: 10, lookUps: 0 }]);
  });
});

describe('the book', () => {
  test('adds up the requests of two processes, and a restart continues from there', async () => {
    const [one, two] = [newBook(), newBook()];
    const [first, second] = [one.meterOf('TRON', 'a.example', 100), two.meterOf('TRON', 'a.example', 100)];
    first.spend(30, Date.now());
    second.spend(45, Date.now());
    await one.flush();
    await two.flush();
    expect(second.spent(Date.now())).toBe(75);
    const restarted = newBook();
    const third = restarted.meterOf('TRON', 'a.example', 100);
    await restarted.flush(); // a process without requests of its own reads what the others spent
    expect(third.spent(Date.now())).toBe(75);
    await restarted.stop();
    expect(await listSpending(db.query, utcDay(Date.now()))).toContainEqual({
      network: 'TRON',
      node: 'a.example',
      requests: 75,
      budget: 100,
    });
  });
});

describe('look-ups of people', () => {
  test('stop at a fifth of the budget, counted over all processes, while payments go on being read', async () => {
    node.answer = ({ body }) => ({ json: { jsonrpc: '2.0', id: (body as { id: number }).id, result: '0x1' } });
    const [one, two] = [newBook(), newBook()];
    const endpointOf = (book: ReturnType<typeof newBook>) =>
      createEndpoint({ url: node.url, timeoutMs: 2_000, ratePerSecond: 1_000, rangeMax: 10, meter: book.meterOf('TRON', 'p.example', 20) });
    const [first, second] = [endpointOf(one), endpointOf(two)];
    for (let n = 0; n < 3; n += 1) await asLookUp(() => first.call('m', []));
    await asLookUp(() => second.call('m', []));
    await one.flush();
    await two.flush();
    await expect(asLookUp(() => second.call('m', []))).rejects.toThrow('that people may use up');
    expect(asLookUp(() => second.isAvailable(Date.now()))).toBe(false);
    expect(second.isAvailable(Date.now())).toBe(true);
    for (let n = 0; n < 16; n += 1) await second.call('m', []);
    await expect(second.call('m', [])).rejects.toMatchObject({ fault: 'exhausted' });
  });
});

describe('a node with a budget', () => {
  test('is not asked beyond it, does not count as absent, and reports why', async () => {
    node.answer = ({ body }) => {
      const answer = ({ id }: { id: number }) => ({ jsonrpc: '2.0', id, result: '0x1' });
      return { json: Array.isArray(body) ? body.map(answer) : answer(body as { id: number }) };
    };
    const meter = createUsageMeter(5);
    const endpoint = createEndpoint({ url: node.url, timeoutMs: 2_000, ratePerSecond: 1_000, rangeMax: 10, meter });
    const other = createEndpoint({ url: 'http://other', timeoutMs: 2_000, ratePerSecond: 1_000, rangeMax: 10 });
    await endpoint.batch(Array.from({ length: 4 }, () => ({ method: 'm', params: [] })));
    await endpoint.post('wallet/getnowblock', {});
    node.requests.length = 0;
    await expect(endpoint.call('m', [])).rejects.toMatchObject({ fault: 'exhausted' });
    expect(node.requests).toEqual([]);
    const now = Date.now();
    expect([endpoint.isAvailable(now), endpoint.isOutOfOrder(now), endpoint.withheld(now)]).toEqual([false, false, 'out_of_budget']);
    expect(assuranceOf([endpoint, other], 2)).toMatchObject({
      nodes: 2,
      reachable: 1,
      needed: 2,
      notes: ['quorum_not_reached', 'out_of_budget'],
    });
  });

  test('backs off longer when the plan is used up than when it was asked too fast', () => {
    const endpoint = createEndpoint({ url: 'http://a', timeoutMs: 2_000, ratePerSecond: 1_000, rangeMax: 10 });
    endpoint.failed(new RpcError('exhausted', 'daily request count exceeded'));
    expect([endpoint.withheld(Date.now()), endpoint.isAvailable(Date.now() + 300_000)]).toEqual(['out_of_budget', false]);
    expect(endpoint.isOutOfOrder(Date.now() + 300_000)).toBe(false);
  });
});

test('a rate limit of one method applies to that method only', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const waited: number[] = [];
  const window = createRateWindow(
    () => 3,
    400,
    async (ms) => void waited.push(ms),
  );
  await window.take('a', 2);
  await window.take('a', 1);
  await window.take('b', 3);
  expect(waited).toEqual([]);
  vi.advanceTimersByTime(150);
  await window.take('a', 1);
  expect(waited).toEqual([250]); // the fourth "a" waits until the first leaves the window
});

test('a batch arrives at once: no window holds more than its calls, whatever their order', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const sentAt: number[] = [];
  const window = createRateWindow(
    () => 10,
    1_000,
    async (ms) => void vi.advanceTimersByTime(ms),
  );
  for (const [index, count] of [5, 10, 5, 3, 9, 1, 10, 10, 2, 8, 7].entries()) {
    if (index % 3 === 1) vi.advanceTimersByTime(400);
    await window.take('all', count);
    sentAt.push(...Array.from({ length: count }, () => performance.now()));
  }
  const inWindowFrom = (start: number) => sentAt.filter((at) => at >= start && at < start + 1_000).length;
  expect(Math.max(...sentAt.map(inWindowFrom))).toBe(10);
});

test('what is left of a second is used: the next batch takes it, and the ones after it a second each', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const window = createRateWindow(
    () => 10,
    1_000,
    async (ms) => void vi.advanceTimersByTime(ms),
  );
  const sizes: number[] = [];
  for (let left = 5 + 25; left > 0; ) {
    const size = sizes.length === 0 ? 5 : Math.min(left, window.room('all'));
    await window.take('all', size);
    sizes.push(size);
    left -= size;
  }
  expect(sizes).toEqual([5, 5, 10, 10]);
  expect(performance.now()).toBe(2_000);
});

test('nodes are named by host, numbered when a host has several, and never with a key', () => {
  expect(nodeNames(['https://a.example/v2/KEY1', 'https://a.example/v2/KEY2', 'http://b.example:8545/?key=KEY3'])).toEqual([
    'a.example',
    'a.example#2',
    'b.example:8545',
  ]);
});
