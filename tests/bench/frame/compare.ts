import type { MeasuredRow } from './bench';
import { median, spreadOf } from './statistics';
import { REPORTED } from './table';

type Figures = Pick<MeasuredRow, 'id' | 'name' | 'unit' | 'otherName' | 'growth'> & {
  readonly ours: readonly number[];
  readonly other: readonly number[];
  /** Limit of the ratio of the medians; neither: only reported. */
  readonly atMost?: number;
  readonly atLeast?: number;
};

/** The row of two series that were measured in turn. */
export function compare({ ours, other, atMost, atLeast, ...row }: Figures): MeasuredRow {
  const ratio = median(ours) / median(other);
  const target = atMost !== undefined ? `at most ${atMost}` : atLeast !== undefined ? `at least ${atLeast}` : REPORTED;
  return {
    ...row,
    ours: median(ours),
    other: median(other),
    ratio,
    target,
    passes: ratio <= (atMost ?? Number.POSITIVE_INFINITY) && ratio >= (atLeast ?? 0),
    spread: { ours: spreadOf(ours), other: spreadOf(other) },
  };
}
