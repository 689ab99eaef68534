import { expect, test } from 'vitest';
import { createBlockClock } from './block-clock';
import { createNews } from './news';

function clockAt(startMs: number) {
  let now = startMs;
  const empty: number[][] = [];
  let mined = 0;
  let pending = 0;
  const blocks = createBlockClock({
    everyMs: 1_000,
    clock: () => now,
    mineEmpty: async (times) => void empty.push([...times]),
    mineNext: async () => {
      mined += 1;
      pending -= 1;
    },
    hasPending: () => pending > 0,
  });
  return {
    blocks,
    empty,
    mined: () => mined,
    pend: (count: number) => {
      pending = count;
      blocks.expect();
    },
    move: (ms: number) => {
      now += ms;
    },
  };
}

test('blocks that nobody asked for are mined together, each at its own time, once', async () => {
  const { blocks, empty, move } = clockAt(10_700);
  await blocks.catchUp();
  expect(empty).toEqual([]);
  move(3_000);
  await Promise.all([blocks.catchUp(), blocks.catchUp()]);
  expect(empty).toEqual([[11_500, 12_500, 13_500]]);
  await blocks.catchUp();
  expect(empty).toHaveLength(1);
});

test('a machine that slept for days is not kept busy', async () => {
  const { blocks, empty, move } = clockAt(0);
  move(3 * 86_400_000);
  await blocks.catchUp();
  expect(empty[0]).toHaveLength(3_600);
  expect(empty[0]?.at(-1)).toBe(3 * 86_400_000 - 500);
});

test('while something is pending blocks come by themselves', async () => {
  const { blocks, mined, pend, move } = clockAt(10_499);
  pend(2);
  move(1); // its time has come
  await expect.poll(mined, { timeout: 10_000 }).toBe(2);
  blocks.stop();
});

test('an event is told to those who wait, and to those who ask later', async () => {
  const news = createNews();
  const waiting = news.wait(0);
  news.tell();
  expect(await waiting).toBe(1);
  expect(await news.wait(0)).toBe(1);
  const unanswered = news.wait(1);
  news.stop();
  expect(await unanswered).toBe(1);
});
