import { DAY_MS, MINUTE_MS } from '@stablegate/rules';
import { CLOCK_DIFFERENCE_MS_MAX } from '../../../platform/db/database-time';
import type { Tx } from '../../../platform/db/db';
import { readMailBacklog } from '../../../platform/mail/mail-backlog';
import { listMissingMonths } from '../../../platform/partitions/add-months';
import type { AlarmServiceDeps } from '../alarms.deps';
import type { AlarmKind, Condition } from '../alarms.domain';
import { listReports, type ProcessReport } from './process-reports';

/** Retries wait by schedule; what is due goes out within a second. */
const CALLBACKS_LATE_MS = 5 * MINUTE_MS;
/** A mail server may ask to try again later (greylisting), usually within five minutes. */
const MAILS_LATE_MS = 15 * MINUTE_MS;
const DISK_FREE_SHARE_MIN = 10n; // percent
/** It is used for a day after it was read. */
const RATE_UNREAD_MS = 6 * 60 * MINUTE_MS;
/** Let's Encrypt's certificates are renewed 30 days before their end: two weeks later something is wrong. */
const CERTIFICATE_DAYS_MIN = 14;
/** Reports are written once a minute. */
const REPORT_AGE_MS_MAX = 3 * MINUTE_MS;

const seconds = (ms: number): string => String(Math.floor(ms / 1_000));

async function networks({ chains }: AlarmServiceDeps): Promise<Condition[]> {
  const [stopped, all] = [await chains.stoppedNetworks(), await chains.networkStatus()];
  return [
    ...stopped.map(
      ({ network, status, lagSeconds }): Condition => ({
        kind: 'network_stopped',
        subject: network,
        detail: { network, status, ...(lagSeconds === null ? {} : { lagSeconds: String(lagSeconds) }) },
      }),
    ),
    ...all.flatMap(({ network, lateSeconds, notes }): Condition[] =>
      lateSeconds === null
        ? []
        : [{ kind: 'credits_late', subject: network, detail: { network, lateSeconds: String(lateSeconds), reasons: notes.join(', ') } }],
    ),
  ];
}

export async function gatherNodes({ chains }: AlarmServiceDeps, tx: Tx, now: Date): Promise<Condition[]> {
  const missing = await chains.reviewQuorum(tx, now);
  const low = await chains.lowBudgets(tx, now);
  const tokens = await chains.tokenChanges(tx);
  return [
    ...missing.map(
      ({ network, nodes, reachable, needed, notes }): Condition => ({
        kind: 'quorum_lost',
        subject: network,
        detail: { network, nodes: `${reachable} / ${nodes} (${needed})`, reasons: notes.join(', ') },
      }),
    ),
    ...low.map(
      ({ network, node, requests, budget }): Condition => ({
        kind: 'budget_low',
        subject: `${network} ${node}`,
        detail: { network, node, used: String(requests), budget: String(budget) },
      }),
    ),
    ...tokens.map(({ note, ...detail }): Condition => ({ kind: note, subject: detail.network, detail })),
  ];
}

async function backlogs({ callbacks, clocks, db }: AlarmServiceDeps): Promise<Condition[]> {
  const due = await callbacks.findOldestDue();
  const lateMs = due === undefined ? 0 : clocks.business.now().getTime() - due.getTime();
  const mails = await readMailBacklog(db.query);
  const waitedMs = mails.oldest === null ? 0 : clocks.real.now().getTime() - mails.oldest.getTime();
  return [
    ...(lateMs >= CALLBACKS_LATE_MS ? [{ kind: 'callbacks_late', subject: '', detail: { seconds: seconds(lateMs) } } as const] : []),
    ...(waitedMs >= MAILS_LATE_MS
      ? [{ kind: 'mails_late', subject: '', detail: { seconds: seconds(waitedMs), mails: String(mails.waiting) } } as const]
      : []),
  ];
}

async function rates({ deposits, clocks }: AlarmServiceDeps): Promise<Condition[]> {
  const readAt = await deposits.findRateReadAt();
  if (readAt === undefined || (readAt !== null && clocks.real.now().getTime() - readAt.getTime() < RATE_UNREAD_MS)) return [];
  return [{ kind: 'rate_unread', subject: '', detail: readAt === null ? {} : { readAt: readAt.toISOString() } }];
}

async function books({ ledger }: AlarmServiceDeps): Promise<Condition[]> {
  const check = await ledger.lastCheck();
  if (check === undefined || check.differences === 0) return [];
  return [{ kind: 'ledger_difference', subject: '', detail: { accounts: String(check.differences) } }];
}

/** One alarm per machine: its processes share disk and clock. */
async function machines({ db, databaseTime }: AlarmServiceDeps): Promise<Condition[]> {
  const after = new Date(Date.now() + databaseTime.aheadMs() - REPORT_AGE_MS_MAX);
  const perHost = new Map<string, ProcessReport[]>();
  for (const report of await listReports(db.query, after)) perHost.set(report.host, [...(perHost.get(report.host) ?? []), report]);
  return [...perHost].flatMap(([host, reports]): Condition[] => {
    const full = reports.find(({ diskFreeBytes, diskBytes }) => diskFreeBytes * 100n < diskBytes * DISK_FREE_SHARE_MIN);
    const wrong = reports.find(({ clockMs }) => Math.abs(clockMs) > CLOCK_DIFFERENCE_MS_MAX);
    return [
      ...(full === undefined
        ? []
        : [
            {
              kind: 'disk_full',
              subject: host,
              detail: { machine: host, freeMegabytes: String(full.diskFreeBytes / 1_048_576n) },
            } as const,
          ]),
      ...(wrong === undefined
        ? []
        : [{ kind: 'clock_wrong', subject: host, detail: { machine: host, milliseconds: String(wrong.clockMs) } } as const]),
    ];
  });
}

async function certificate(readUntil: () => Promise<Date | undefined>, { clocks }: AlarmServiceDeps): Promise<Condition[]> {
  const until = await readUntil();
  if (until === undefined || until.getTime() - clocks.real.now().getTime() > CERTIFICATE_DAYS_MIN * DAY_MS) return [];
  return [{ kind: 'certificate_expiring', subject: '', detail: { until: until.toISOString() } }];
}

/** Of this month and the next; a job makes three ahead, so that a month is left to mend it. */
async function months({ db, clocks }: AlarmServiceDeps): Promise<Condition[]> {
  const missing = await listMissingMonths(db.query, new Date(clocks.business.now().getTime() - clocks.movedMs()));
  return missing.length === 0 ? [] : [{ kind: 'months_missing', subject: '', detail: { months: missing.join(', ') } }];
}

type Source = { readonly kinds: readonly AlarmKind[]; readonly read: () => Promise<Condition[]> };
/** What is wrong at present, and what could not be read: those alarms stay as they are. */
export type Gathered = { readonly conditions: readonly Condition[]; readonly unknown: ReadonlySet<AlarmKind> };

/** Everything but nodes, whose memory is written in the transaction of the review. */
export async function gather(deps: AlarmServiceDeps, readUntil: () => Promise<Date | undefined>): Promise<Gathered> {
  const sources: readonly Source[] = [
    { kinds: ['network_stopped', 'credits_late'], read: () => networks(deps) },
    { kinds: ['callbacks_late', 'mails_late'], read: () => backlogs(deps) },
    { kinds: ['rate_unread'], read: () => rates(deps) },
    { kinds: ['ledger_difference'], read: () => books(deps) },
    { kinds: ['disk_full', 'clock_wrong'], read: () => machines(deps) },
    { kinds: ['certificate_expiring'], read: () => certificate(readUntil, deps) },
    { kinds: ['months_missing'], read: () => months(deps) },
  ];
  const unknown = new Set<AlarmKind>();
  const found = await Promise.all(
    sources.map(({ kinds, read }) =>
      read().catch((error: unknown): Condition[] => {
        deps.log.error({ err: error, kinds }, 'it cannot be told whether an alarm is due');
        for (const kind of kinds) unknown.add(kind);
        return [];
      }),
    ),
  );
  return { conditions: found.flat(), unknown };
}
