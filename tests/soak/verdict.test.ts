import { expect, test } from 'vitest';
import { type Finding, findingsOf, isKept, type SoakWindow } from './verdict';

type Shape = {
  readonly heap?: number;
  readonly resident?: number;
  readonly open?: number;
  readonly list?: number;
  readonly health?: number;
};
const REQUESTS = 180;

/** A run of twenty windows of a process; `shape` says what the window with this number has more than the usual. */
function run(shape: (window: number) => Shape): SoakWindow[] {
  return Array.from({ length: 20 }, (_, window) => {
    const { heap = 0, resident = 0, open = 0, list = 8, health = 1 } = shape(window);
    const noise = (window * 7) % 5; // fixed, and not in order
    return {
      endedAtSeconds: (window + 1) * 15,
      requests: REQUESTS,
      needs: {
        api: {
          heapBytes: 70_000_000 + noise * 200_000 + heap,
          residentBytes: 180_000_000 + noise * 2_000_000 + resident,
          descriptors: 45 + noise + open,
        },
      },
      latency: {
        health: { medianMs: health, count: 30 },
        list: { medianMs: list * (1 + noise / 20), count: 20 },
        'sign in': { medianMs: window * 100, count: 2 },
      },
    };
  });
}
const broken = (windows: SoakWindow[]): string[] =>
  findingsOf(windows)
    .filter((finding: Finding) => !isKept(finding))
    .map(({ what }) => what);

test('noise and a warm-up are flat', () => {
  expect(broken(run((window) => ({ heap: Math.min(window, 6) * 3_000_000, open: Math.min(window, 6) * 5 })))).toEqual([]);
});

test.each([
  ['2 KB kept by every request', (window: number) => ({ heap: window * REQUESTS * 2_000 }), ['api: live heap']],
  ['memory outside of the heap', (window: number) => ({ resident: window * 12_000_000 }), ['api: resident memory']],
  ['one descriptor in a hundred requests', (window: number) => ({ open: Math.floor(window * REQUESTS * 0.01) }), ['api: descriptors']],
  ['a list that reads all there is', (window: number) => ({ list: 2 * (window + 1) }), ['latency: list']],
])('%s is found', (_what, shape, found) => {
  expect(broken(run(shape))).toEqual(found);
});

test('others that begin or cease to use the machine are not taken for it', () => {
  const idle = { list: 8, health: 1 };
  const busy = { list: 300, health: 200 };
  expect(broken(run((window) => (window < 8 ? idle : busy)))).toEqual([]);
  expect(broken(run((window) => (window < 8 ? busy : idle)))).toEqual([]);
});

test('one window far off is not a slope', () => {
  expect(broken(run((window) => ({ heap: window === 18 ? 60_000_000 : 0 })))).toEqual([]);
});

test('what was not measured does not hold', () => {
  const windows = run(() => ({})).map((window) => ({
    ...window,
    needs: { api: { heapBytes: Number.NaN, residentBytes: 1, descriptors: 1 } },
  }));
  expect(broken(windows)).toEqual(['api: live heap']);
});
