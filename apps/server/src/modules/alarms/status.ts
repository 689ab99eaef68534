import { INCIDENT_KINDS, type ServiceStatus } from '@stablegate/contract';
import { DAY_MS } from '@stablegate/rules';
import type { AlarmServiceDeps } from './alarms.deps';
import { listNotified } from './alarms.queries';
import { KEPT_DAYS } from './review-alarms';

const SHOWN_MAX = 50;

/** From the database, so any process can answer. */
export async function readStatus({ chains, clocks, db }: AlarmServiceDeps): Promise<ServiceStatus> {
  const now = clocks.real.now();
  const [networks, past] = await Promise.all([
    chains.networkStatus(),
    listNotified(db.query, INCIDENT_KINDS, new Date(now.getTime() - KEPT_DAYS * DAY_MS), SHOWN_MAX),
  ]);
  const shown = networks.filter(({ enabled }) => enabled);
  const incidents = past.map(({ id, kind, subject, since, endedAt }) => ({
    id: String(id),
    kind: kind as ServiceStatus['incidents'][number]['kind'],
    network: shown.find(({ network }) => network === subject)?.network ?? null,
    since: since.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }));
  const isDown = shown.length > 0 && shown.every(({ status }) => status === 'down');
  const isWell = shown.every(({ status }) => status === 'active') && incidents.every(({ endedAt }) => endedAt !== null);
  return {
    status: isDown ? 'down' : isWell ? 'ok' : 'degraded',
    at: now.toISOString(),
    networks: shown.map(({ network, name, status, lagSeconds, lateSeconds }) => ({ network, name, status, lagSeconds, lateSeconds })),
    incidents,
  };
}
