import { execFileSync } from 'node:child_process';
import { findProgram } from './daemon';

/**
 * Before 3.0.3 a primary that was stopped and continued writes its name over the lock of its successor, who is then rewound: what it had
 * acknowledged is lost (https://github.com/patroni/patroni/pull/2689). Debian 12 has 3.0.2, Debian 13 4.0.7.
 */
const VERSION_MIN = [3, 0, 3] as const;

/** What is wrong with the version that `patroni --version` prints, if anything. */
export function complaintAbout(printed: string): string | undefined {
  const version = /^patroni (\d+)\.(\d+)\.(\d+)/.exec(printed)?.slice(1).map(Number);
  const differing = VERSION_MIN.findIndex((part, index) => version?.[index] !== part);
  const isNewEnough = version !== undefined && (differing < 0 || (version[differing] ?? 0) > (VERSION_MIN[differing] ?? 0));
  return isNewEnough
    ? undefined
    : `${printed.trim()} may lose acknowledged data: at least ${VERSION_MIN.join('.')} (docs/deploy/cluster.md)`;
}

export function checkPatroni(): void {
  const complaint = complaintAbout(execFileSync(findProgram('patroni'), ['--version'], { encoding: 'utf8' }));
  if (complaint !== undefined) throw new Error(complaint);
}
