import type { Recorded, RouteSpec } from '@stablegate/contract';
import type { Config } from '../../config';
import type { Logger } from '../../platform/log';
import type { Records } from '../../platform/request-author';

/** What a call must write down; undefined: nothing, for the reason that its contract gives. */
export function expectedRecords({ audit }: RouteSpec): readonly Recorded[] | undefined {
  if (audit === undefined || (typeof audit === 'object' && 'nothing' in audit)) return undefined;
  return typeof audit === 'string' ? [audit] : audit;
}

/**
 * No call is done that has changed something without a trace of who did it. A sandbox, and so every test, refuses it; in production the
 * merchant has the answer, and the operator the line in the log.
 */
export function createAuditCheck({ mode }: Pick<Config, 'mode'>, log: Logger) {
  return (route: RouteSpec, records: Records): void => {
    const expected = expectedRecords(route);
    if (expected === undefined || records.has('nothing') || expected.some((action) => records.has(action))) return;
    const missing = `${route.method} ${route.path} has written none of: ${expected.join(', ')}`;
    if (mode === 'sandbox') throw new Error(missing);
    log.error({ route: route.path, expected }, missing);
  };
}
export type AuditCheck = ReturnType<typeof createAuditCheck>;
