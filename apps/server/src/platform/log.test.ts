import { expect, test } from 'vitest';
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
