// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { transfersQuery } from './transfers.queries';

afterEach(() => void vi.restoreAllMocks());

const TRANSFER = { id: 't1', network: 'TRON', txHash: '0x1', fromAddress: 'T1', toAddress: 'T2', amount: '5', state: 'unmatched' };
const CANDIDATE = { transId: 'i1', amount: '5', due: '5', status: 'WAITING' };

function read(transfer: object) {
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ content: [transfer], totalElements: 1 }));
  return new QueryClient().fetchQuery(transfersQuery({ state: 'unmatched', page: 0, size: 10 }));
}

test.each([
  ['absent', TRANSFER],
  [
    'null',
    { ...TRANSFER, storeNames: null, claims: null, candidates: null, canUnassign: null, finalAt: null, transId: null, reason: null },
  ],
])('what is %s in a transfer has its default', async (_how, transfer) => {
  const { content } = await read(transfer);
  expect(content).toMatchObject([{ ...TRANSFER, storeNames: [], claims: [], candidates: [], canUnassign: false, finalAt: null }]);
  expect(content[0]?.transId).toBeUndefined();
});

test('a likely invoice without a name, a store and flags is shown', async () => {
  const { content } = await read({ ...TRANSFER, candidates: [CANDIDATE] });
  expect(content[0]?.candidates).toEqual([{ ...CANDIDATE, name: '–', storeName: '', flags: [], createdAt: '' }]);
});

test('times without a zone are those of +07:00', async () => {
  const [told, at] = ['2026-11-14 10:22:00', '2026-11-14T10:22:00+07:00'];
  const { content } = await read({
    ...{ ...TRANSFER, blockTime: told, seenAt: told, finalAt: told },
    ...{ claims: [{ transId: 'i1', at: told }], candidates: [{ ...CANDIDATE, createdAt: told }] },
  });
  expect(content).toMatchObject([{ blockTime: at, seenAt: at, finalAt: at, claims: [{ at }], candidates: [{ createdAt: at }] }]);
});
