import { createJobs } from '../../src/platform/events/jobs';
import { createLogger } from '../../src/platform/log';

/** A worker that takes a job and never finishes it; the test kills this process while it holds the job. */
const jobs = createJobs({ url: process.argv[2] ?? '', log: createLogger('silent') });
jobs.register('stuck.job', async () => {
  process.stdout.write('taken\n');
  await new Promise(() => undefined);
});
await jobs.start({ work: true });
