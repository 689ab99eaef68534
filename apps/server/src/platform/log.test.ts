import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { afterFile } from '../../test/after-file';
import { openStuckPipe } from '../../test/parts/stuck-pipe';
import { bundleEntry } from '../../test/processes/command';
import { createLogger, withoutQuery } from './log';

test('secrets never reach the log, at any depth', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  log.info(
    {
      password: 'p-canary',
      body: { token: 't-canary', deeper: { secret: 's-canary' } },
      headers: { cookie: 'c-canary', 'x-api-key': 'k-canary' },
    },
    'hello',
  );
  const written = lines.join('');
  expect(written).toContain('hello');
  expect(written).not.toContain('canary');
  expect(withoutQuery('/email-verification/verify?token=abc')).toBe('/email-verification/verify');
});

/** Without a loader: one may open standard output in its own way. */
const bundle = bundleEntry('../test/processes/noisy-process');

async function openFullPipe(): Promise<number> {
  const pipe = await openStuckPipe();
  pipe.stick();
  return pipe.fd;
}

type Open = () => Promise<number | 'pipe'>;
const LOGS: readonly (readonly [string, Open])[] = [
  ['whose disk is full', async () => openSync('/dev/full', 'w')],
  ['of a socket that nobody reads', async () => 'pipe'],
  ['of a pipe that nobody reads', openFullPipe],
];

test.each(LOGS)(
  'F36: a log %s neither ends nor blocks the process, nor fills its memory',
  async (_name, open) => {
    const out = await open();
    const child = spawn(process.execPath, ['--expose-gc', await bundle], {
      stdio: ['ignore', out, 'pipe', 'ipc'],
    });
    if (typeof out === 'number') closeSync(out);
    afterFile(() => child.kill('SIGKILL'));
    let complaint = '';
    child.stderr?.on('data', (chunk) => {
      complaint += String(chunk);
    });
    const ended = once(child, 'exit');
    const done = once(child, 'message').then(([{ grownBytes }]) => grownBytes as number);
    expect(await Promise.race([done, ended.then(() => complaint)])).toBeLessThan(16_000_000);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  },
  240_000,
);
