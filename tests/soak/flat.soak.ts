import { writeFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { soakRun } from './soak-run';
import { tableOf } from './table';
import { findingsOf, isKept, type SoakWindow } from './verdict';

declare module 'vitest' {
  interface ProvidedContext {
    soak: { minutes: number; seed: number; report: string };
  }
}

const { minutes, seed, report } = inject('soak');
/** Starting, coming to rest and checking, on a busy machine. */
const MINUTES_MORE = 12;

test(
  `${minutes} minutes of mixed load leave memory, descriptors and latency as they are, and the books balanced`,
  async () => {
    const onMeasured = (windows: readonly SoakWindow[]) => {
      if (report !== '') writeFileSync(report, JSON.stringify({ windows, findings: findingsOf(windows) }));
    };
    const result = await soakRun({ minutes, seed, onMeasured });
    process.stdout.write(`${tableOf(result)}\n`);
    if (report !== '') writeFileSync(report, JSON.stringify(result));
    expect(result.refusals).toEqual([]);
    expect(result.findings.map(({ what }) => what)).toEqual(expect.arrayContaining(['latency: create', 'latency: page']));
    expect(result.findings.filter((finding) => !isKept(finding))).toEqual([]);
    expect(result.text).toContain('all invariants hold');
  },
  (minutes + MINUTES_MORE) * 60_000,
);
