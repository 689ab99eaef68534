import type { Recorded, RouteSpec } from '@stablegate/contract';
import type { Records } from '../../platform/request-author';

/** What a call must write down; undefined: nothing, for the reason that its contract gives. */
export function expectedRecords({ audit }: RouteSpec): readonly Recorded[] | undefined {
  if (audit === undefined || (typeof audit === 'object' && 'nothing' in audit)) return undefined;
  return typeof audit === 'string' ? [audit] : audit;
}

/**
 * Reports a call that has changed something without a trace of who did it. The change is stored by then, so whoever called has the answer, and
 * the operator the line in the log; tests throw instead.
 */
export function createAuditCheck(report: (missing: string) => void) {
  return (route: RouteSpec, records: Records): void => {
    const expected = expectedRecords(route);
    if (expected === undefined || records.has('nothing') || expected.some((action) => records.has(action))) return;
    report(`${route.method} ${route.path} has written none of: ${expected.join(', ')}`);
  };
}
export type AuditCheck = ReturnType<typeof createAuditCheck>;
