import { Gauge } from 'prom-client';
import { readMailBacklog } from '../../../platform/mail/mail-backlog';
import type { AlarmServiceDeps } from '../alarms.deps';
import { listOpen } from '../alarms.queries';

const COUNTED_MAX = 10_000;

/** Read from the database at each scrape, so that every process reports the same. A database that does not answer leaves them out. */
export function measureBacklogs({ metrics, db, clocks, callbacks, deposits, chains }: AlarmServiceDeps): void {
  const gauge = (name: string, help: string, read: () => Promise<number | undefined>) =>
    new Gauge({
      name,
      help,
      registers: [metrics.registry],
      async collect() {
        this.remove();
        const value = await read().catch(() => undefined);
        if (value !== undefined) this.set(value);
      },
    });
  const age = (since: Date | null | undefined, now: Date): number =>
    since === null || since === undefined ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1000);
  gauge('stablegate_callbacks_oldest_seconds', 'How long the oldest undelivered callback has been waiting, retries included.', async () =>
    age(await callbacks.findOldestWaiting(), clocks.business.now()),
  );
  gauge('stablegate_callbacks_overdue_seconds', 'How long the oldest callback that could be sent has been due.', async () =>
    age(await callbacks.findOldestDue(), clocks.business.now()),
  );
  gauge('stablegate_mails_waiting', 'Mails that wait to be sent.', async () => (await readMailBacklog(db.query)).waiting);
  gauge('stablegate_mails_oldest_seconds', 'How long the oldest of them has been waiting.', async () =>
    age((await readMailBacklog(db.query)).oldest, clocks.real.now()),
  );
  gauge('stablegate_unmatched_transfers', 'Transfers to the platform that belong to no deposit, up to 10,000.', () =>
    chains.countUnmatched(COUNTED_MAX),
  );
  gauge('stablegate_unmatched_bank_transfers', 'Bank transfers that belong to no deposit, up to 1,000.', () => deposits.countUnmatched());
  new Gauge({
    name: 'stablegate_alarm',
    help: '1 for each alarm that operators were told of and that lasts.',
    labelNames: ['kind', 'subject'],
    registers: [metrics.registry],
    async collect() {
      this.reset();
      const open = await listOpen(db.query).catch(() => []);
      for (const { kind, subject, notifiedAt } of open) if (notifiedAt !== null) this.set({ kind, subject }, 1);
    },
  });
}
