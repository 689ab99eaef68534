import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { isHere, RUNTIMES } from './runtimes';

const FOLDER = join(import.meta.dirname, '../../integrations/woocommerce');
const php = RUNTIMES.filter((runtime) => runtime.language === 'php' && isHere(runtime));
const run = promisify(execFile);

describe.each(php)('the WooCommerce plugin in $language', () => {
  test('every file can be compiled', async () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.php'));
    expect(files).toHaveLength(6);
    for (const file of files) await run('php', ['-l', join(FOLDER, file)]);
  });

  test('its logic holds against a stand-in of the documented interface', async () => {
    const { stdout } = await run('php', [join(FOLDER, 'tests/run.php')], { encoding: 'utf8', timeout: 30_000 });
    expect(stdout.split('\n').filter((line) => line.startsWith('ok'))).toHaveLength(24);
    expect(stdout).not.toContain('FAIL');
  });
});
