// Finds a Chromium for the browser tests, or installs one: Debian's as root, Playwright's own otherwise.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bin, root, run, say } from './steps.mjs';

const KNOWN = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];

function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && existsSync(given)) return given;
  const installed = KNOWN.find((path) => existsSync(path));
  if (installed !== undefined) return installed;
  const { chromium } = createRequire(join(root, 'tests/package.json'))('@playwright/test');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

async function install() {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { quiet: true, env, minutes: 3 });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { quiet: true, env, minutes: 6 });
  } else {
    await run(bin('playwright'), ['install', 'chromium'], { minutes: 6 });
  }
}

export async function ensureBrowser() {
  const found = findBrowser();
  if (found !== undefined) return found;
  say('Installing Chromium for the browser tests (once) …');
  await install();
  return findBrowser();
}
