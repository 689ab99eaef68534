import { writeFileSync } from 'node:fs';

/**
 * Linux shares the processor among sessions (sched_autogroup), and every connection of PostgreSQL is a session of its own: with eight of
 * them, our server and all clients, pgbench among them, would share a ninth. In production a server is a service with a share of its
 * own. So this session gets more weight, for both sides of every comparison; where that is not allowed, all stays as it is.
 */
export function weighOwnSession(): void {
  try {
    writeFileSync('/proc/self/autogroup', '-19');
  } catch {
    // no such file, or not root: the figures of what runs beside the database are lower then
  }
}
