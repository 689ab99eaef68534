/**
 * Places where a test may end the process with SIGKILL, to prove that nothing is lost. Armed by FAULT=<point>:<n>, which only the sandbox
 * accepts; unarmed, a point costs one comparison.
 */
export const KILL_POINTS = [
  'invoice.before_commit',
  'invoice.before_answer',
  'scan.before_store',
  'scan.before_cursor',
  'scan.after_commit',
  'settle.before_commit',
  'settle.after_commit',
  'expiry.before_commit',
  'callback.before_send',
  'callback.during_body',
  'callback.before_record',
  'deposit.before_commit',
  'deposit.after_commit',
  'deposit.after_credit',
  'bank_feed.after_store',
  'bank_feed.before_commit',
  'bank_feed.before_answer',
] as const;
export type KillPoint = (typeof KILL_POINTS)[number];

let armed: { readonly point: KillPoint; left: number } | undefined;

export function armKillPoint(fault: { readonly point: KillPoint; readonly count: number } | undefined): void {
  armed = fault === undefined ? undefined : { point: fault.point, left: fault.count };
}

/** Ends the process immediately when this point is armed and was reached often enough. */
export function killPoint(point: KillPoint): void {
  if (armed === undefined || armed.point !== point) return;
  armed.left -= 1;
  if (armed.left <= 0) process.kill(process.pid, 'SIGKILL');
}
