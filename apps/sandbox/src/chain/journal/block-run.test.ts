import fc from 'fast-check';
import type { Hex } from 'viem';
import { expect, test } from 'vitest';
import type { BlockSpec } from '../chain-types';
import { appendRun, type BlockRun, blocksSince, cutRuns, emptyRun, singleBlockRun } from './block-run';

const empty = (time: number): BlockSpec => ({ time, transactions: [] });

test('a day of blocks, one a second, is one small run', () => {
  const runs: BlockRun[] = [];
  for (let number = 1; number <= 86_400; number += 1) appendRun(runs, singleBlockRun(number, empty(1_000_000 + number), `0x${number}`));
  expect(runs).toEqual([{ first: 1, count: 86_400, time: 1_000_001, endTime: 1_086_400, steps: [1, 86_399], hash: '0x86400' }]);
});

test('a run that does not follow the head is refused', () => {
  const runs = [emptyRun(1, [10, 11])];
  expect(() => appendRun(runs, singleBlockRun(4, empty(12)))).toThrow('block 4 does not follow');
});

test('a cut inside a run of empty blocks drops the hash of its old end', () => {
  const runs = [emptyRun(1, [10, 11, 11, 13], '0xabc')];
  cutRuns(runs, 3);
  expect(runs).toEqual([{ first: 1, count: 3, time: 10, endTime: 11, steps: [1, 1, 0, 1] }]);
});

/** Some blocks, then a reorganisation that replaces the last `depth` of them, and so on. */
const historyArbitrary = fc.array(
  fc.record({
    depth: fc.nat(5),
    blocks: fc.array(fc.record({ gap: fc.nat(3), transactions: fc.array(fc.constant<Hex>('0x02aa'), { maxLength: 2 }) }), { minLength: 6 }),
  }),
  { minLength: 1, maxLength: 6 },
);

test('after any sequence of appends and cuts, the runs yield exactly the blocks of the chain', () => {
  fc.assert(
    fc.property(historyArbitrary, fc.nat(40), (history, from) => {
      const runs: BlockRun[] = [];
      let chain: BlockSpec[] = [];
      for (const { depth, blocks } of history) {
        chain = chain.slice(0, Math.max(0, chain.length - depth));
        for (const { gap, transactions } of blocks) {
          const block = { time: (chain.at(-1)?.time ?? 100) + gap, transactions };
          chain.push(block);
          appendRun(runs, singleBlockRun(chain.length, block));
        }
      }
      expect(blocksSince(runs, 1)).toEqual(chain);
      expect(blocksSince(runs, from + 1)).toEqual(chain.slice(from));
    }),
  );
});
