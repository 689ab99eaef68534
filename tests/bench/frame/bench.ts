/** quick takes five minutes in total; default goes to a million rows, full to ten million. */
export type BenchSize = 'quick' | 'default' | 'full';

export type BenchContext = {
  readonly size: BenchSize;
  /** One of three, by the size of the run. */
  pick<T>(choices: { readonly quick: T; readonly default: T; readonly full: T }): T;
  /** How long to measure, where that was given. */
  readonly minutes: number | undefined;
  /** A progress line. */
  say(line: string): void;
};

export type MeasuredRow = {
  /** As in the list of benchmarks: B1, B4 … */
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  /** Medians over the rounds of this run; absolute figures are meaningless, only their ratio counts. */
  readonly ours: number;
  readonly other: number;
  readonly otherName: string;
  /** ours / other, unless `name` says otherwise. */
  readonly ratio: number;
  /** For display, such as "at least 1.2". */
  readonly target: string;
  readonly passes: boolean;
  /** Slope of the log-log fit over the measured sizes, where growth is limited. */
  readonly growth?: { readonly slope: number; readonly sizes: readonly number[]; readonly allowed: number };
  /** Smallest and largest of the rounds. */
  readonly spread?: { readonly ours: readonly [number, number]; readonly other: readonly [number, number] };
};

/** What could not be measured here: it neither passes nor falls short. */
export type AbsentRow = { readonly id: string; readonly name: string; readonly absent: string };
export type BenchRow = MeasuredRow | AbsentRow;

export type Bench = {
  readonly ids: readonly string[];
  run(context: BenchContext): Promise<readonly BenchRow[]>;
};

export function createBenchContext(size: BenchSize, minutes?: number): BenchContext {
  return { size, minutes, pick: (choices) => choices[size], say: (line) => void process.stderr.write(`  ${line}\n`) };
}
