import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { afterFile } from '../../test/after-file';
import { createLogger, withoutQuery } from './log';
import { serverRoot } from './paths';

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

test.each([
  ['whose disk is full', '/dev/full'],
  ['that nobody reads', 'pipe'],
] as const)(
  'F36: a log %s neither ends nor blocks the process, nor fills its memory',
  async (_name, where) => {
    const out = where === 'pipe' ? where : openSync(where, 'w');
    const child = spawn(process.execPath, ['--expose-gc', '--import', 'tsx', join(serverRoot(), 'test/processes/noisy-process.ts')], {
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
