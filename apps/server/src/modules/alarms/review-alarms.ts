import { DAY_MS } from '@stablegate/rules';
import type { Tx } from '../../platform/db/db';
import type { MailSender } from '../../platform/mail/mail-queue';
import type { AlarmServiceDeps } from './alarms.deps';
import { type AlarmNotice, review } from './alarms.domain';
import { deleteEndedBefore, endAlarms, listOpen, lockReview, markNotified, noteConditions } from './alarms.queries';
import type { AlarmMailValues } from './send/alarm-mail';
import { linkTo } from './send/send-alarm';
import { gather, gatherNodes } from './watch/conditions';

/** Incidents stay on the status page for this long. */
export const KEPT_DAYS = 90;

export type ReviewDeps = AlarmServiceDeps & {
  readonly readCertificate: () => Promise<Date | undefined>;
  readonly sendMail: MailSender<AlarmMailValues>;
  readonly sendElsewhere: (tx: Tx, notices: readonly AlarmNotice[]) => Promise<void>;
};

async function send(deps: ReviewDeps, tx: Tx, notices: readonly AlarmNotice[]): Promise<void> {
  for (const { kind, subject, state, detail } of notices)
    deps.log[state === 'resolved' ? 'info' : 'error']({ kind, subject, state, ...detail }, 'alarm');
  await deps.sendElsewhere(tx, notices);
  for (const userId of await deps.accounts.listAdminIds(tx)) {
    const reader = await deps.accounts.findMailReader(tx, userId);
    if (reader === undefined) continue;
    const { language, ...who } = reader;
    for (const { kind, state, since, detail } of notices) {
      const facts = { kind, state, since: since.toISOString(), runbook: linkTo(deps.settings, kind), detail: JSON.stringify(detail) };
      await deps.sendMail(tx, { to: reader.email, language, values: { ...who, ...facts } });
    }
  }
}

/** Once a minute, by one worker. What is queued commits with the note that it was sent, so each message goes out once. */
export async function reviewAlarms(deps: ReviewDeps): Promise<void> {
  const { conditions, unknown } = await gather(deps, deps.readCertificate);
  const now = deps.clocks.real.now();
  await deps.db.transaction(async (tx) => {
    await lockReview(tx);
    const all = [...conditions, ...(await gatherNodes(deps, tx, now))];
    await noteConditions(tx, all, now);
    const found = review(await listOpen(tx), { conditions: all, unknown }, now);
    const [lasting, over] = [found.notices.filter(({ state }) => state !== 'resolved'), found.over];
    if (lasting.length > 0)
      await markNotified(
        tx,
        lasting.map(({ id }) => id),
        now,
      );
    if (over.length > 0)
      await endAlarms(
        tx,
        over.map(({ id }) => id),
        now,
      );
    await deleteEndedBefore(tx, new Date(now.getTime() - KEPT_DAYS * DAY_MS));
    if (found.notices.length > 0) await send(deps, tx, found.notices);
  });
}
