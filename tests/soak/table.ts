import type { SoakReport } from './soak-run';
import { type Finding, isKept, meanLatency, type SoakWindow } from './verdict';

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);
const figure = (value: number, unit: Finding['unit']): string =>
  unit === 'bytes' ? `${megabytes(value)} MB` : unit === 'times' ? `${value.toFixed(2)} times` : String(value);

function rowOf(window: SoakWindow): string {
  const needs = Object.values(window.needs).map(
    ({ heapBytes, residentBytes, descriptors }) => `${megabytes(heapBytes)} / ${megabytes(residentBytes)} / ${descriptors}`,
  );
  return `| ${[`${Math.round(window.endedAtSeconds)} s`, window.requests, ...needs, meanLatency(window).toFixed(1)].join(' | ')} |`;
}

/** Of each process: live heap / resident memory / descriptors. */
export function tableOf({ windows, findings, refusals, text }: SoakReport): string {
  const processes = Object.keys(windows[0]?.needs ?? {}).map((name) => `${name}: heap MB / resident MB / descriptors`);
  const head = ['until', 'requests', ...processes, 'latency, of /health'];
  const judged = findings.map((finding) => {
    const { what, value, bound, unit } = finding;
    return `| ${what} | ${figure(value, unit)} | ${figure(bound, unit)} | ${isKept(finding) ? 'holds' : 'FAILED'} |`;
  });
  return [
    `| ${head.join(' | ')} |`,
    `|${' --- |'.repeat(head.length)}`,
    ...windows.map(rowOf),
    '',
    '| from the warm-up to the end | grew by | bound | |',
    '| --- | --- | --- | --- |',
    ...judged,
    '',
    text,
    ...refusals.map((refusal) => `refused: ${refusal}`),
  ].join('\n');
}
