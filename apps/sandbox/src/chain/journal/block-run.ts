import type { Hex } from 'viem';
import type { BlockSpec } from '../chain-types';

/**
 * Consecutive blocks in the journal's form. A run with transactions or its own randao is one block; plain empty blocks share a run, so days
 * of them stay small: `steps` is [seconds, how often, …], the gaps after the first block.
 */
export type BlockRun = {
  readonly first: number;
  readonly count: number;
  readonly time: number;
  readonly endTime: number;
  readonly steps?: readonly number[];
  readonly transactions?: readonly Hex[];
  readonly randao?: Hex;
  /** Hash of the last block; absent when a reorganisation cut the run short, since its new end was not recorded. */
  readonly hash?: Hex;
};

/** Limits one line of the journal when blocks come at irregular intervals. */
const STEPS_MAX = 4096;

export function singleBlockRun(number: number, block: BlockSpec, hash?: Hex): BlockRun {
  return {
    first: number,
    count: 1,
    time: block.time,
    endTime: block.time,
    ...(block.transactions.length > 0 && { transactions: block.transactions }),
    ...(block.randao && { randao: block.randao }),
    ...(hash && { hash }),
  };
}

export const lastBlockOf = (run: BlockRun): number => run.first + run.count - 1;

const isPlain = (run: BlockRun): boolean => !run.transactions && !run.randao;

export function* timesOf(run: BlockRun): Generator<number> {
  let time = run.time;
  yield time;
  const steps = run.steps ?? [];
  for (let at = 0; at < steps.length; at += 2) {
    for (let left = steps[at + 1] ?? 0; left > 0; left -= 1) {
      time += steps[at] ?? 0;
      yield time;
    }
  }
}

function stepsFrom(times: Iterable<number>): number[] {
  const steps: number[] = [];
  let previous: number | undefined;
  for (const time of times) {
    if (previous !== undefined) addStep(steps, time - previous, 1);
    previous = time;
  }
  return steps;
}

function addStep(steps: number[], step: number, count: number): void {
  if (steps.at(-2) === step) steps[steps.length - 1] = (steps.at(-1) ?? 0) + count;
  else steps.push(step, count);
}

/** A run of empty blocks at the given times. */
export function emptyRun(first: number, times: readonly number[], hash?: Hex): BlockRun {
  const [time, endTime] = [times[0], times.at(-1)];
  if (time === undefined || endTime === undefined) throw new Error('a run needs at least one block');
  const steps = stepsFrom(times);
  return { first, count: times.length, time, endTime, ...(steps.length > 0 && { steps }), ...(hash && { hash }) };
}

function mergeRuns(left: BlockRun, right: BlockRun): BlockRun {
  const steps = [...(left.steps ?? [])];
  addStep(steps, right.time - left.endTime, 1);
  const rest = right.steps ?? [];
  for (let at = 0; at < rest.length; at += 2) addStep(steps, rest[at] ?? 0, rest[at + 1] ?? 0);
  const { hash: _, ...kept } = left;
  return { ...kept, count: left.count + right.count, endTime: right.endTime, steps, ...(right.hash && { hash: right.hash }) };
}

/** Appends a run; a run that starts at or below the head replaces everything from there on (a reorganisation). */
export function appendRun(runs: BlockRun[], run: BlockRun): void {
  cutRuns(runs, run.first - 1);
  const last = runs.at(-1);
  if (run.first !== (last ? lastBlockOf(last) : 0) + 1) throw new Error(`block ${run.first} does not follow the block before it`);
  if (last && isPlain(last) && isPlain(run) && (last.steps?.length ?? 0) < STEPS_MAX) runs[runs.length - 1] = mergeRuns(last, run);
  else runs.push(run);
}

/** Drops every block above the given height. */
export function cutRuns(runs: BlockRun[], height: number): void {
  for (let last = runs.at(-1); last && lastBlockOf(last) > height; last = runs.at(-1)) {
    runs.pop();
    if (last.first <= height) runs.push(emptyRun(last.first, [...timesOf(last)].slice(0, height - last.first + 1)));
  }
}

/** The blocks from `from` to the head, one by one. */
export function blocksSince(runs: readonly BlockRun[], from: number): BlockSpec[] {
  const start = runs.findLastIndex((run) => run.first <= from);
  return runs
    .slice(Math.max(start, 0))
    .flatMap((run) =>
      [...timesOf(run)]
        .map((time) => ({ time, transactions: run.transactions ?? [], ...(run.randao && { randao: run.randao }) }))
        .slice(Math.max(0, from - run.first)),
    );
}
