import type { BenchRow, MeasuredRow } from './bench';

const short = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));

function cells(row: BenchRow): readonly string[] {
  if ('absent' in row) return [row.id, row.name, '', '', '', '', '', `absent: ${row.absent}`];
  const growth = row.growth === undefined ? '' : `${row.growth.slope.toFixed(3)} (at most ${row.growth.allowed})`;
  return [
    row.id,
    row.name,
    `${short(row.ours)} ${row.unit}`,
    `${short(row.other)} ${row.unit} (${row.otherName})`,
    row.ratio.toFixed(2),
    row.target,
    growth,
    fallsShort(row) ? 'falls short' : row.target === REPORTED ? REPORTED : 'pass',
  ];
}

/** The target of a figure that is only printed. */
export const REPORTED = 'reported';

const isMet = (row: MeasuredRow): boolean => row.passes && (row.growth === undefined || row.growth.slope <= row.growth.allowed);
export const fallsShort = (row: BenchRow): boolean => !('absent' in row) && !isMet(row);

/** The table at the end of a run, as Markdown. */
export function benchTable(rows: readonly BenchRow[]): string {
  const head = ['#', 'measured', 'ours', 'other', 'ratio', 'target', 'growth', 'result'];
  const lines = [head, head.map(() => '---'), ...rows.map(cells)];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}
