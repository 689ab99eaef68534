/** What one process needed in one window of the run. */
export type Need = {
  /** Live objects and buffers, directly after a full collection. */
  readonly heapBytes: number;
  /** The window's median. */
  readonly residentBytes: number;
  /** The window's lowest count: what is open for a request only is closed at some moment. */
  readonly descriptors: number;
};
export type SoakWindow = {
  readonly endedAtSeconds: number;
  readonly requests: number;
  readonly needs: Readonly<Record<string, Need>>;
  /** Of each operation, GET /health among them. */
  readonly latency: Readonly<Record<string, Latency>>;
};
export type Latency = { readonly medianMs: number; readonly count: number };

/** docs/performance.md has what a sound server needed. */
export const BOUNDS = {
  /** Of the live heap within the second half: what code that is compiled late and bounded caches take, and 128 bytes for each request. */
  heapBytes: 3_000_000,
  heapBytesPerRequest: 128,
  /** Of resident memory within the second half; the allocator keeps pages, so this is coarser. */
  residentBytes: 48_000_000,
  /** From the middle to the end: connections to the database and to nodes come and go. */
  descriptors: 10,
  /** Of an operation's latency, from the first windows to the last: one that reads all there is would take five times as long. */
  latencyFactor: 3,
} as const;

/** Code is compiled, pools and caches fill. */
const WARM_UP_SHARE = 0.5;
/** A latency that grows with the data has to be compared with an early one, a tenth to a quarter of the way. */
const EARLY = { from: 0.1, to: 0.25 } as const;
const LAST_SHARE = 0.15;
/** A median of fewer says nothing: rare operations are judged in a long run only. */
const COUNT_MIN = 12;

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};

/** The median of the slopes between all pairs of points (Theil and Sen): one outlier does not move it. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  return median(points.flatMap(([x, y], index) => points.slice(index + 1).map(([laterX, laterY]) => (laterY - y) / (laterX - x))));
}

export type Finding = { readonly what: string; readonly value: number; readonly bound: number; readonly unit: 'bytes' | 'count' | 'times' };

const needsOf = (windows: readonly SoakWindow[], name: string): Need[] => windows.flatMap(({ needs }) => needs[name] ?? []);

function findingsOfProcess(name: string, steady: readonly SoakWindow[]): Finding[] {
  const third = Math.ceil(steady.length / 3);
  const [first, last] = [needsOf(steady.slice(0, third), name), needsOf(steady.slice(-third), name)];
  const span = steady.length - 1;
  const growth = slopeOf(needsOf(steady, name).map(({ heapBytes }, index) => [index, heapBytes])) * span;
  const requests = steady.slice(1).reduce((sum, each) => sum + each.requests, 0);
  const resident = (some: readonly Need[]) => median(some.map(({ residentBytes }) => residentBytes));
  const open = (some: readonly Need[]) => Math.min(...some.map(({ descriptors }) => descriptors));
  const allowed = BOUNDS.heapBytes + BOUNDS.heapBytesPerRequest * requests;
  return [
    { what: `${name}: live heap`, value: growth, bound: allowed, unit: 'bytes' },
    { what: `${name}: resident memory`, value: resident(last) - resident(first), bound: BOUNDS.residentBytes, unit: 'bytes' },
    { what: `${name}: descriptors`, value: open(last) - open(first), bound: BOUNDS.descriptors, unit: 'count' },
  ];
}

/**
 * How many times slower an operation became. When others begin or cease to use the machine, its time and its ratio to /health move in opposite
 * directions: a cheap request waits as long for a processor as an expensive one. A server that becomes slower moves both up, so the smaller
 * of the two counts.
 */
function slowerBy(operation: string, early: readonly SoakWindow[], last: readonly SoakWindow[]): number {
  const of = (windows: readonly SoakWindow[], pick: (latency: SoakWindow['latency']) => number): number =>
    median(windows.map(({ latency }) => pick(latency)).filter((value) => !Number.isNaN(value)));
  const time = (latency: SoakWindow['latency']): number => latency[operation]?.medianMs ?? Number.NaN;
  const ratio = (latency: SoakWindow['latency']): number => time(latency) / (latency.health?.medianMs ?? Number.NaN);
  return Math.min(of(last, time) / of(early, time), of(last, ratio) / of(early, ratio));
}

/** What is judged, whether it holds or not. */
export function findingsOf(windows: readonly SoakWindow[]): Finding[] {
  const at = (share: number): number => Math.round(windows.length * share);
  const steady = windows.slice(at(WARM_UP_SHARE));
  const [early, last] = [windows.slice(at(EARLY.from), at(EARLY.to)), windows.slice(-at(LAST_SHARE))];
  const isFrequent = (some: readonly SoakWindow[], operation: string): boolean =>
    some.reduce((sum, { latency }) => sum + (latency[operation]?.count ?? 0), 0) >= COUNT_MIN;
  const operations = [...new Set(last.flatMap(({ latency }) => Object.keys(latency)))].filter(
    (operation) => operation !== 'health' && isFrequent(early, operation) && isFrequent(last, operation),
  );
  return [
    ...Object.keys(steady[0]?.needs ?? {}).flatMap((name) => findingsOfProcess(name, steady)),
    ...operations.map(
      (operation): Finding => ({
        what: `latency: ${operation}`,
        value: slowerBy(operation, early, last),
        bound: BOUNDS.latencyFactor,
        unit: 'times',
      }),
    ),
  ];
}

/** A value that could not be found holds nothing. */
export const isKept = ({ value, bound }: Finding): boolean => value <= bound;

/** One number of a window for its table: the geometric mean of all operations, in multiples of /health. */
export function meanLatency({ latency: { health, ...others } }: SoakWindow): number {
  const times = Object.values(others).map(({ medianMs }) => medianMs / (health?.medianMs ?? Number.NaN));
  return Math.exp(times.reduce((sum, time) => sum + Math.log(time), 0) / times.length);
}
