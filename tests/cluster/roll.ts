import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster';
import { startLoad } from './load';
import { verify } from './verify';

/** 100 requests: 20 creations and four readings of each. */
const CREATIONS = 20;
const READS = 4;
/** Both releases side by side before and after each update. */
const CALM_MS = 10_000;

/** From the release that runs to the one at `root` and back, under load. Returns whether nothing failed and nothing is missing. */
export async function roll(cluster: Cluster, root: string, say: (line: string) => void): Promise<boolean> {
  const load = await startLoad({ ...cluster, perSecond: CREATIONS, reads: READS });
  const began = performance.now();
  const rows: string[] = [];
  const step = async (name: string, work: () => Promise<void>) => {
    const [from, requests, failed] = [performance.now(), load.requests(), load.failures()];
    await work();
    await sleep(CALM_MS);
    const row = `| ${name} | ${((performance.now() - from) / 1_000).toFixed(0)} s | ${load.requests() - requests} | ${load.failures() - failed} |`;
    rows.push(row);
    say(row);
  };
  await step('the last release alone', async () => undefined);
  await step('to this release', () => cluster.gateway.replace({ ...cluster.options, root }));
  await step('and back', () => cluster.gateway.replace(cluster.options));
  await load.stop();
  const perSecond = load.requests() / ((performance.now() - began) / 1_000);
  const verdicts = await verify(cluster, load);
  load.close();
  say(['\n| | took | requests | failed |', '| --- | --- | --- | --- |', ...rows].join('\n'));
  say(
    `\n${perSecond.toFixed(0)} requests a second; ${[...load.refusals].map(([what, count]) => `${what} × ${count}`).join(', ') || 'none failed'}`,
  );
  for (const { what, expected, lost } of verdicts) say(`| ${what} | ${expected} | ${lost} |`);
  return load.failures() === 0 && verdicts.every(({ lost }) => lost === 0);
}
