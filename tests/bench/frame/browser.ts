import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/chromium-headless-shell'];

/** What production serves, built where the sources have changed. */
export function buildAll(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../../scripts/build.mjs')], { stdio: ['ignore', 'ignore', 'inherit'] });
}

export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = [process.env.CHROMIUM_PATH ?? '', ...CHROMIUM].find((path) => path !== '' && existsSync(path));
  const args = ['--no-sandbox', '--disable-gpu'];
  const browser = await chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}
