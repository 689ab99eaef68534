import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { directionOf } from '@stablegate/rules';

/** No text may end the script element; JSON reads the escape as the same character. */
const asScriptData = (state: unknown): string => JSON.stringify(state).replace(/</g, '\\u003c');
/** What a page was rendered from, for the script that hydrates it. */
export const firstState = (state: unknown): string => `<script type="application/json" id="first-state">${asScriptData(state)}</script>`;

/** The module that hydrates a page. */
const ENTRY = /\s*<script type="module"[^>]*><\/script>/g;
/** What it imports, in the order of its imports. */
const IMPORTS = /\s*<link rel="modulepreload"( crossorigin)? href="([^"]*)">/g;
/** Puts them into the page. */
const LOADER = 'after-paint.js';

/** Requested with the page; otherwise only once it is laid out, which is then done twice. */
const fontPreloads = (folder: string, fonts: readonly string[]): string =>
  readdirSync(join(folder, 'assets'))
    .filter((file) => file.endsWith('.woff2') && fonts.some((font) => file.startsWith(`${font}-`)))
    .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`)
    .join('');

/**
 * A script for each file instead of preloads for one: scripts of a page run in their order, each in a task of its own, and imports all in the task
 * of the one that imports them. Between tasks a slow phone paints and answers.
 */
function modulesOf(page: string): string {
  const scripts = [...page.matchAll(IMPORTS)].map(
    ([, crossorigin = '', file]) => `<script type="module"${crossorigin} src="${file}"></script>`,
  );
  return [...scripts, ...(page.match(ENTRY) ?? []).map((entry) => entry.trim())].join('');
}

type FirstParts = {
  /** Files of the built page, run before it is painted. */
  readonly scripts: readonly string[];
  /** What its first sight is set in. */
  readonly fonts: readonly string[];
};

/** Comments on lines of their own: every visit would carry them. */
const withoutComments = (code: string): string => code.replace(/^\s*\/\/.*\n/gm, '').trim();

export type SsrPage = { readonly page: string; readonly modules: string; readonly scriptHashes: readonly string[] };

/**
 * A built page with its small scripts inlined, which the content security policy names by their hashes. What is rendered is complete without its
 * modules: they stand after it in a template, until it is painted.
 */
export function ssrPage(folder: string, built: string, { scripts, fonts }: FirstParts): SsrPage {
  const [loader = '', ...codes] = [LOADER, ...scripts].map((name) => withoutComments(readFileSync(join(folder, name), 'utf8')));
  const inline = (code: string) => `<script>${code}</script>`;
  const whole = built.replace('<script src="/boot.js"></script>', () => codes.map(inline).join(''));
  return {
    page: whole
      .replace(ENTRY, '')
      .replace(IMPORTS, '')
      .replace('</head>', () => `${fontPreloads(folder, fonts)}</head>`),
    modules: `<template id="modules">${modulesOf(whole)}</template>${inline(loader)}`,
    scriptHashes: [...codes, loader].map((code) => createHash('sha256').update(code).digest('base64')),
  };
}

export const inLanguage = (page: string, lang: string): string =>
  page.replace('<html lang="en"', () => `<html lang="${lang}" dir="${directionOf(lang)}"`);

export const allowScripts = (policy: string, hashes: readonly string[]): string =>
  policy.replace("script-src 'self'", ["script-src 'self'", ...hashes.map((hash) => `'sha256-${hash}'`)].join(' '));
