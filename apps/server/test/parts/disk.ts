import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { afterFile } from '../after-file';

const MEGABYTE = Buffer.alloc(1_048_576);
const PAGE = Buffer.alloc(4_096);

/** A disk that can be full. Only root may mount one, and not in every container. */
export function mountDisk(dir: string, megabytes: number): void {
  mkdirSync(dir);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', dir]);
  afterFile(() => execFileSync('umount', ['--lazy', dir]));
}

/** Until nothing fits any more. */
export function fillDisk(file: string): void {
  const handle = openSync(file, 'w');
  for (const piece of [MEGABYTE, PAGE]) {
    try {
      for (;;) writeSync(handle, piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(handle);
}
