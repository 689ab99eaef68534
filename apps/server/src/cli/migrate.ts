import { loadCommandConfig } from '../config-command';
import { createOwnedQueues } from '../platform/events/owned-queues';
import { createLogger } from '../platform/log';
import type { NodeCommand } from './nodes';

/** Before the roles start, where they may not change the database themselves. */
export const MIGRATE_COMMAND: NodeCommand = {
  takes: '',
  does: 'bring the database up to date as the role of MIGRATION_DATABASE_URL; safe to repeat',
  run: async () => {
    const config = { ...loadCommandConfig(), drainMs: 0 };
    const { createApp } = await import('../app'); // the whole server, which no other command needs
    const app = await createApp(config, createLogger(config.logLevel));
    await createOwnedQueues(config.database, app.platform.jobs);
    await app.stop();
    return { lines: ['The database is up to date.'], isWrong: false };
  },
};
