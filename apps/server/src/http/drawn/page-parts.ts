import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { directionOf } from '@stablegate/rules';

/** No text may end the script element; JSON reads the escape as the same character. */
const asScriptData = (state: unknown): string => JSON.stringify(state).replace(/</g, '\\u003c');
/** What a page was drawn from, for the script that takes it over. */
export const firstState = (state: unknown): string => `<script type="application/json" id="first-state">${asScriptData(state)}</script>`;

/** The module that takes a page over, and what it imports. */
const MODULES = /\s*(?:<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>)/g;
/** Text in Latin letters: the one font file every page needs at once. */
const FIRST_FONT = /^geist-basic-.*\.woff2$/;

/** Requested with the page; otherwise only once it is laid out. */
function fontPreload(folder: string): string {
  const file = readdirSync(join(folder, 'assets')).find((name) => FIRST_FONT.test(name));
  return file === undefined ? '' : `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`;
}

export type DrawablePage = { readonly page: string; readonly modules: string; readonly scriptHashes: readonly string[] };

/**
 * A built page with its first small scripts inlined, which the content security policy names by their hashes. The modules come after what is
 * drawn, with low priority: it is complete and painted without them.
 */
export function drawablePage(folder: string, built: string, scripts: readonly string[]): DrawablePage {
  const codes = scripts.map((name) => readFileSync(join(folder, name), 'utf8'));
  const whole = built.replace('<script src="/boot.js"></script>', () => codes.map((code) => `<script>${code}</script>`).join(''));
  // async: in a task of its own, not in the one that ends the page.
  const modules = (whole.match(MODULES) ?? [])
    .map((each) => each.trim().replace(/^<\w+/, (start) => `${start}${start === '<script' ? ' async' : ''} fetchpriority="low"`))
    .join('');
  return {
    page: whole.replace(MODULES, '').replace('</head>', () => `${fontPreload(folder)}</head>`),
    modules,
    scriptHashes: codes.map((code) => createHash('sha256').update(code).digest('base64')),
  };
}

export const inLanguage = (page: string, lang: string): string =>
  page.replace('<html lang="en"', () => `<html lang="${lang}" dir="${directionOf(lang)}"`);

export const allowScripts = (policy: string, hashes: readonly string[]): string =>
  policy.replace("script-src 'self'", ["script-src 'self'", ...hashes.map((hash) => `'sha256-${hash}'`)].join(' '));
