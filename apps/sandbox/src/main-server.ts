import { run } from '@stablegate/server/run';
import { seedDemo } from './demo/seed-demo';
import { readHandover, stopPostgresIfOrphaned } from './launcher/handover';

/** The gateway as production runs it, all roles in one process, with the sandbox's own routes and demo data beside it. */
const handover = readHandover();
stopPostgresIfOrphaned(handover.postgresPid);
await run({ roles: ['api', 'worker', 'watcher'], afterStart: seedDemo });
