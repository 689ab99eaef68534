// The samples in PHP run with Debian's, which is installed where that is possible. Elsewhere their tests compare what they contain.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run, say } from './steps.mjs';

const isHere = () => spawnSync('php', ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'], { stdio: 'ignore' }).status === 0;

export async function ensurePhp() {
  if (isHere() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  say('Installing PHP for the tests of samples (once) …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { quiet: true, env, minutes: 3 });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'php-cli', 'php-curl'], { quiet: true, env, minutes: 4 });
}
