import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterFile } from '../after-file';

export type StuckPipe = {
  /** For a process that writes; closed by whoever opened the pipe. */
  readonly fd: number;
  /** What the reader has read so far. */
  read(): string;
  /** The reader stops, and the pipe is filled to the last byte. */
  stick(): void;
  resume(): void;
};

const STEP = Buffer.alloc(4_096, '.');

function fill(path: string): void {
  const fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  for (const piece of [STEP, Buffer.from('.')]) {
    try {
      for (;;) writeSync(fd, piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
  closeSync(fd);
}

const isStopped = ({ pid }: ChildProcess): boolean => / T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

/** A real pipe, as a shell makes one; what Node calls a pipe between processes is a socket. `cat` reads it. */
export async function openStuckPipe(): Promise<StuckPipe> {
  const dir = mkdtempSync(join(tmpdir(), 'stablegate-pipe-'));
  const path = join(dir, 'log');
  execFileSync('mkfifo', [path]);
  const copy = join(dir, 'read');
  const out = openSync(copy, 'a');
  const reader = spawn('cat', [path], { stdio: ['ignore', out, 'ignore'] });
  closeSync(out);
  const fd = openSync(path, 'w'); // returns when cat has opened it
  afterFile(() => {
    reader.kill('SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  });
  return {
    fd,
    read: () => readFileSync(copy, 'utf8'),
    stick: () => {
      reader.kill('SIGSTOP');
      for (const end = Date.now() + 10_000; !isStopped(reader) && Date.now() < end; );
      fill(path);
    },
    resume: () => void reader.kill('SIGCONT'),
  };
}
