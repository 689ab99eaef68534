// Loaded first into a server process: on SIGUSR2 it collects all garbage and writes to COLLECTED_FILE how many bytes are still alive then, in
// the heap and in buffers outside of it. /metrics is answered later, when a busy process has allocated again.
import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const file = process.env.COLLECTED_FILE;
process.on('SIGUSR2', () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(`${file}.new`, String(heapUsed + external));
  renameSync(`${file}.new`, file); // never seen half written
});
