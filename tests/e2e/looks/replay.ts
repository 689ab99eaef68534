import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page, Response } from '@playwright/test';
import { API } from '../bills';
import { BUSY, settled, show, WHEREABOUTS } from './show';
import { HEIGHTS, nameOf, type View } from './view';
import { withoutFirstState } from './views-payment';

const FOLDER = join(import.meta.dirname, 'recorded');
const WIDTH = 1280;

/** What the server once answered to a view, and when. Ids, amounts and times never change again, and no other test's data get in. */
type Recording = { readonly at: string; readonly path: string; readonly answers: Readonly<Record<string, unknown>> };

export const fileOf = (view: View, kind: 'png' | 'json'): string => join(FOLDER, `${nameOf(view).replaceAll(/\W+/g, '-')}.${kind}`);
export const isRecorded = (view: View): boolean => existsSync(fileOf(view, 'json'));

const keyOf = (url: URL): string => url.pathname.slice(API.length) + url.search;
const isTexts = (url: URL): boolean => url.pathname.startsWith(`${API}/auth/translations`);
const isReplayed = (url: URL): boolean => url.pathname.startsWith(`${API}/`) && !isTexts(url);

/** Sandbox keys open nothing, but a search for leaked keys cannot know that. */
const withoutKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && /^(sk|pk|sg|whsec)_/.test(value) ? `${value.slice(0, 8)}…` : value;

/** Opens the view as its person in the sandbox and keeps the answers. Only for a new picture: the others keep theirs. */
export async function record(browser: Browser, baseURL: string, view: View): Promise<void> {
  const answers: Record<string, unknown> = {};
  const reading: Promise<void>[] = [];
  const keep = async (response: Response) => {
    answers[keyOf(new URL(response.url()))] = await response.json();
  };
  const onResponse = (response: Response) => {
    const isJson = response.headers()['content-type']?.includes('json') === true;
    if (isReplayed(new URL(response.url())) && response.request().method() === 'GET' && isJson) reading.push(keep(response));
  };
  const answersToo: View['answers'] = async (page, stage) => {
    page.on('response', onResponse);
    if (view.screen === 'payment') await withoutFirstState(page);
    await view.answers?.(page, stage);
  };
  const { page, stage, leave } = await show(browser, baseURL, { ...view, answers: answersToo }, 'en', WIDTH);
  const at = await page.evaluate(() => new Date().toISOString());
  page.off('response', onResponse);
  await Promise.all(reading);
  await leave();
  const recording: Recording = { at, path: typeof view.path === 'string' ? view.path : view.path(stage), answers };
  await mkdir(FOLDER, { recursive: true });
  await writeFile(fileOf(view, 'json'), `${JSON.stringify(recording, withoutKeys, 1)}\n`);
}

export type Replayed = { readonly page: Page; readonly unanswered: readonly string[]; readonly close: () => Promise<void> };

/** The view from its recorded answers, at their time, without a session: only pages, styles, fonts and texts come from the server. */
export async function replay(browser: Browser, baseURL: string, view: View): Promise<Replayed> {
  const { at, path, answers } = JSON.parse(readFileSync(fileOf(view, 'json'), 'utf8')) as Recording;
  const context = await browser.newContext({ ...WHEREABOUTS, baseURL, viewport: { width: WIDTH, height: HEIGHTS[WIDTH] } });
  await context.addInitScript(() => localStorage.setItem('language', 'en'));
  const page = await context.newPage();
  const unanswered: string[] = [];
  await page.clock.setFixedTime(new Date(at));
  await page.routeWebSocket(/./, () => undefined); // open, and silent
  await page.route(isReplayed, (route) => {
    const key = keyOf(new URL(route.request().url()));
    // The texts bring today's time of the server, which the month of the figures and "ago" would follow.
    if (key in answers) return route.fulfill({ json: answers[key], headers: { 'x-server-time': at } });
    unanswered.push(key);
    return route.fulfill({ status: 404, json: { code: 'not_found', message: 'No recorded answer' } });
  });
  if (view.screen === 'payment') await withoutFirstState(page); // the server knows no such invoice
  await page.goto(path, { waitUntil: 'networkidle' }); // a chart without its figures has no mark of loading
  await page.waitForFunction((busy) => document.querySelector('h1') !== null && document.querySelector(busy) === null, BUSY);
  await settled(page);
  return { page, unanswered, close: () => context.close() };
}
