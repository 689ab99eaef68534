import { expect, test, vi } from 'vitest';
import { createConnectionLimits } from './connection-limits';
import { createConnections } from './connections';
import { createInvoiceChecks } from './invoice-checks';
import type { Outgoing } from './outgoing';
import { createStompConnection, type Link } from './stomp-connection';
import { createTopics, type Subscription } from './topics';

const CONNECT = (beats: string) => `CONNECT\naccept-version:1.2\nhost:x\nheart-beat:${beats}\n\n\0`;
const view = (version: number, more: object = {}) => ({ trans_id: 'inv', status: 'waiting', version, ...more }) as never;

function newConnection() {
  const topics = createTopics();
  const sent: string[] = [];
  const closed: string[] = [];
  const wanted: string[] = [];
  let now = 1_000_000;
  const link: Link = {
    send: ({ text }: Outgoing) => void sent.push(text),
    ping: () => void sent.push('ping'),
    close: (code, reason) => void closed.push(`${code} ${reason}`),
  };
  const connection = createStompConnection({ topics, now: () => now, onSubscribed: (transId) => void wanted.push(transId) }, link);
  const after = (ms: number, isFresh = true) => {
    now += ms;
    connection.tick(now, isFresh);
  };
  return { topics, sent, closed, wanted, connection, after };
}

test('a heart-beat follows each check; without one, at least every ten seconds', () => {
  const { connection, sent, after } = newConnection();
  connection.receive(CONNECT('10000,10000'));
  sent.length = 0;
  after(4_000);
  expect(sent).toEqual(['\n']);
  after(4_000, false);
  expect(sent).toHaveLength(1); // not reported as fresh when it could not be checked
  after(4_000, false);
  expect(sent).toHaveLength(2);
});

test('a silent client is disconnected; one that promised no heart-beat is pinged instead', () => {
  const silent = newConnection();
  silent.connection.receive(CONNECT('10000,10000'));
  silent.after(24_000);
  expect(silent.closed).toEqual([]);
  silent.connection.receive('\n');
  silent.after(24_000);
  silent.after(2_000);
  expect(silent.closed).toEqual(['1002 No heart-beat came']);
  const quiet = newConnection();
  quiet.connection.receive(CONNECT('0,0'));
  quiet.after(26_000);
  expect(quiet.sent.at(-1)).toBe('ping');
  expect(quiet.closed).toEqual([]);
});

test('a client that does not CONNECT, or sends without end, is disconnected', () => {
  const lurker = newConnection();
  lurker.after(11_000);
  expect(lurker.closed).toEqual(['1002 No CONNECT came']);
  const talker = newConnection();
  talker.connection.receive(CONNECT('0,0'));
  for (let n = 0; n < 200; n += 1) talker.connection.receive('\n');
  expect(talker.closed).toEqual(['1002 Too many frames']);
});

test('a connection has at most ten subscriptions, each id once, and frames may be split', () => {
  const { connection, sent, topics } = newConnection();
  for (const char of CONNECT('0,0')) if (char !== '\0') connection.receive(char);
  expect(sent).toEqual([]);
  connection.receive(`\0\nSUBSCRIBE\r\nid:s\r\ndestination:/topic/invoice/inv\r\n\r\n\0`);
  expect(sent[0]).toMatch(/^CONNECTED/);
  expect(topics.ids()).toEqual(['inv']);
  connection.receive('UNSUBSCRIBE\nid:s\n\n\0');
  expect(topics.ids()).toEqual([]);
  for (let n = 0; n < 10; n += 1) connection.receive(`SUBSCRIBE\nid:${n}\ndestination:/topic/invoice/i${n}\n\n\0`);
  connection.receive('SUBSCRIBE\nid:11\ndestination:/topic/invoice/i11\n\n\0');
  expect(sent.at(-1)).toMatch(/^ERROR\nmessage:At most 10/);
  expect(topics.ids()).toEqual([]);
});

const createChecked = (version: { now: number; isProcessing?: boolean; confirmations?: number }) => {
  const topics = createTopics();
  const sent: string[] = [];
  const subscription: Subscription = {
    id: 's',
    version: undefined,
    subscriber: { send: ({ text }) => void sent.push(text), refuse: (reason) => void sent.push(reason) },
  };
  const checks = createInvoiceChecks({
    topics,
    log: { warn: () => undefined } as never,
    readVersions: async (ids) => {
      if (version.now < 0) throw new Error('down');
      return new Map(
        ids.filter((id) => id === 'inv').map((id) => [id, { version: version.now, isProcessing: version.isProcessing ?? false }]),
      );
    },
    readView: async () => view(version.now, { confirmations: version.confirmations }),
  });
  topics.subscribe('inv', subscription);
  return { topics, sent, checks, subscription };
};

test('a new subscriber gets the present state once; a change without a notification is found by the next check', async () => {
  const version = { now: 3 };
  const { sent, checks } = createChecked(version);
  expect(await checks.check(['inv'])).toBe(true);
  await checks.check(['inv']);
  expect(sent).toHaveLength(1);
  version.now = 4;
  await checks.check(['inv']);
  await checks.check(['inv']);
  expect(sent).toHaveLength(2);
});

test('a subscriber that has the present version gets nothing, and those before a new one get nothing twice', async () => {
  const { sent, checks, topics, subscription } = createChecked({ now: 4 });
  subscription.version = 4;
  await checks.check(['inv']);
  expect(sent).toEqual([]);
  const late: string[] = [];
  topics.subscribe('inv', {
    id: 'late',
    version: undefined,
    subscriber: { send: ({ text }) => void late.push(text), refuse: () => undefined },
  });
  await checks.check(['inv']);
  expect([sent.length, late.length]).toEqual([0, 1]);
});

test('confirmations are sent as they grow, although the invoice itself is unchanged', async () => {
  const version = { now: 4, isProcessing: true, confirmations: 1 };
  const { sent, checks } = createChecked(version);
  await checks.check(['inv']);
  await checks.check(['inv']);
  expect(sent).toHaveLength(1);
  version.confirmations = 2;
  await checks.check(['inv']);
  expect(sent).toHaveLength(2);
});

test('when the database does not answer nothing is sent, and the check reports failure', async () => {
  const { sent, checks } = createChecked({ now: -1 });
  expect(await checks.check(['inv'])).toBe(false);
  expect(sent).toEqual([]);
});

test('each connection is checked within four seconds, and all are closed one after the other', async () => {
  vi.useFakeTimers();
  const checked: string[][] = [];
  const connections = createConnections({ now: Date.now, check: async (ids) => checked.push([...ids]) > 0 });
  const closes: number[] = [];
  const ticks: number[] = [];
  for (let n = 0; n < 60; n += 1) {
    connections.add({
      receive: () => undefined,
      gone: () => undefined,
      transIds: () => [`i${n}`],
      tick: () => void ticks.push(n),
      close: () => void closes.push(Date.now()),
    });
  }
  connections.start();
  await vi.advanceTimersByTimeAsync(4_100);
  expect(new Set(ticks).size).toBe(60);
  expect(checked.flat()).toHaveLength(60);
  const stopped = connections.stop();
  await vi.advanceTimersByTimeAsync(4_000);
  await stopped;
  expect(closes).toHaveLength(60);
  expect(Math.max(...closes) - Math.min(...closes)).toBeGreaterThan(2_000);
  vi.useRealTimers();
});

test('an address has its share and no more; a disconnect makes room', () => {
  const limits = createConnectionLimits(0.004);
  expect([limits.enter('a'), limits.enter('a'), limits.enter('a'), limits.enter('b')]).toEqual(['in', 'in', 'too_many_of_address', 'in']);
  limits.leave('a');
  expect(limits.enter('a')).toBe('in');
  const ofOneLine = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:2::3', '2001:db8:1:3::1']; // a line has a whole /64
  expect(ofOneLine.map((ip) => limits.enter(ip))).toEqual(['in', 'in', 'too_many_of_address', 'in']);
});
