import { setImmediate as soon } from 'node:timers/promises';
import { createLogger } from '../../src/platform/log';

/** Logs far more than anybody reads, and counts what it keeps in memory; ends when told to. */
const MEGABYTES = 32;
const LINE = 'x'.repeat(1_000);
const log = createLogger('info');
const kept = () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
process.on('SIGTERM', () => process.exit(0));
setInterval(() => undefined, 60_000); // nothing else keeps it
const before = kept();
for (let line = 0; line < MEGABYTES * 1_000; line += 1) {
  log.info(LINE);
  if (line % 1_000 === 0) await soon();
}
process.send?.({ grownBytes: kept() - before });
