import { expect, test } from 'vitest';
import { RpcError } from '../../../rpc/rpc-errors';
import type { Listed } from '../transactions/list-signatures';
import { type AccountLists, type DueAccount, newerThanAnchor, overlapMs, progressOf } from './account-progress';

const account: DueAccount = {
  ownerKey: 'owner',
  tokenAccount: 'account',
  anchorSlot: 100,
  anchorSignature: 'anchor',
  resumeBefore: null,
  resumeSlot: null,
  watchedSince: new Date(0),
  failures: 0,
  ownerListedAt: null,
  isBusy: true,
};
const at = { settledSlot: 500, readThrough: new Date('2026-01-01T00:00:00Z'), needed: 2, lagSlots: 0 };
const listed = (signature: string, ...slots: number[]): Listed => ({
  signature,
  slots: new Set(slots),
  blockTime: null,
  failed: false,
  nodes: [],
});
const lists = (changes: Partial<AccountLists> = {}): AccountLists => ({
  account,
  listed: [listed('new', 600), listed('newer', 700), listed('old', 450), listed('older', 120)],
  nodes: 2,
  resumeBefore: null,
  failure: undefined,
  ...changes,
});

test('the anchor moves to what is final and older than the overlap, once a quorum of nodes listed the account', () => {
  expect(progressOf(lists(), at)).toMatchObject({ anchorSlot: 500, anchorSignature: 'old', readThrough: at.readThrough.toISOString() });
  expect(progressOf(lists({ nodes: 1 }), at)).toMatchObject({ anchorSlot: 100, anchorSignature: 'anchor', readThrough: null });
  expect(progressOf(lists({ listed: [] }), at)).toMatchObject({ anchorSlot: 500, anchorSignature: 'anchor' });
  expect(progressOf(lists(), { ...at, settledSlot: 50 }).anchorSlot).toBe(100); // never backwards
});

test('while nodes are away the anchor stays for a day, so that those that come back list what the others concealed', () => {
  const slots = (needed: number) => 1_000_000 - overlapMs(needed, 2) / 400;
  expect(progressOf(lists(), { ...at, needed: 2, settledSlot: slots(2) }).anchorSlot).toBe(998_500);
  expect(progressOf(lists({ nodes: 1 }), { ...at, needed: 1, settledSlot: slots(1) }).anchorSlot).toBe(784_000);
});

test('an account that one node lists keeps its pace; one that none lists backs off', () => {
  const failure = new RpcError('refused', 'no');
  expect(progressOf(lists({ nodes: 1, failure }), at)).toMatchObject({ isFailure: false, error: '1 of 2 nodes listed it: no' });
  expect(progressOf(lists({ nodes: 1 }), at)).toMatchObject({ isFailure: false, error: '1 of 2 nodes listed it' });
  expect(progressOf(lists({ nodes: 0, failure }), at)).toMatchObject({ isFailure: true });
});

test('a list that is too long continues in the next polls, and the anchor then moves to where it began', () => {
  const begun = progressOf(lists({ resumeBefore: 'page 10' }), at);
  expect(begun).toMatchObject({ anchorSlot: 100, resumeBefore: 'page 10', resumeSlot: 500, readThrough: null });
  const resumed = { ...account, resumeBefore: 'page 10', resumeSlot: 500 };
  const further = progressOf(lists({ account: resumed, resumeBefore: 'page 20' }), { ...at, settledSlot: 900 });
  expect(further).toMatchObject({ resumeBefore: 'page 20', resumeSlot: 500, readThrough: null });
  const done = progressOf(lists({ account: resumed }), { ...at, settledSlot: 900 });
  expect(done).toMatchObject({ anchorSlot: 500, anchorSignature: null, resumeBefore: null, resumeSlot: null, readThrough: null });
  const failure = new RpcError('partial', 'nothing before');
  const failed = (failures: number) => progressOf(lists({ account: { ...resumed, failures }, nodes: 0, failure }), at).resumeBefore;
  expect([failed(0), failed(4)]).toEqual(['page 10', null]); // after five tries it starts from the top again
});

test('signatures older than the anchor or the start of watching are skipped; those any node calls newer are read', () => {
  const entries = [listed('below', 99), listed('at', 100), listed('both', 99, 101), { ...listed('failed', 300), failed: true }];
  expect(newerThanAnchor(account, entries).map(({ signature }) => signature)).toEqual(['both', 'at']);
  const fresh = { ...account, anchorSlot: null, watchedSince: new Date('2026-01-01T00:10:00Z') };
  const timed = ['2026-01-01T00:08:59Z', '2026-01-01T00:09:01Z', null].map((time, index) => ({
    ...listed(`${index}`, index),
    blockTime: time === null ? null : new Date(time),
  }));
  expect(newerThanAnchor(fresh, timed).map(({ signature }) => signature)).toEqual(['1', '2']);
});
