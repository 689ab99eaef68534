/** Round steps that are easy to read. */
const NICE = [1, 2, 2.5, 5, 10] as const;
const STEPS_MAX = 4;

/** The smallest round step with which at most four lines above zero reach the highest value. There are no 2.5 registrations. */
function niceStep(highest: number, isWhole: boolean): number {
  const rough = highest / STEPS_MAX;
  if (isWhole && rough < 1) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const isNice = (step: number): boolean => step >= rough && (!isWhole || Number.isInteger(step));
  return NICE.map((factor) => factor * magnitude).find(isNice) ?? 10 * magnitude;
}

/** The grid's values from 0 up; the last one is at or above every bar. Without any value there is one line above zero. */
export function gridValues(values: readonly number[]): readonly number[] {
  const highest = Math.max(0, ...values);
  if (highest === 0) return [0, 1];
  const step = niceStep(highest, values.every(Number.isInteger));
  const count = Math.ceil(highest / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Labels under the bars: the last one always, the others in equal steps back from it, none too close to the edge. */
export function labelledIndexes(barCount: number, every: number): readonly number[] {
  const found: number[] = [];
  for (let index = barCount - 1; index >= 0; index -= every) found.unshift(index);
  return found;
}

/** The bar an arrow key leads to; undefined when the key is not for the chart. */
export function movedIndex(key: string, current: number | undefined, barCount: number, isRtl: boolean): number | undefined {
  const last = barCount - 1;
  const forward = isRtl ? 'ArrowLeft' : 'ArrowRight';
  const back = isRtl ? 'ArrowRight' : 'ArrowLeft';
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === forward) return Math.min(last, (current ?? -1) + 1);
  if (key === back) return Math.max(0, (current ?? barCount) - 1);
  return undefined;
}
