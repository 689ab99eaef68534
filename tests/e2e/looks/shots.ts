import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type Page, test } from '@playwright/test';
import { busyParts, EVERY, issuesOn } from './axe';
import { faultsOf } from './faults';
import { drawSheet, type Shot } from './sheet';
import { show, widthsOf } from './show';
import { LANGUAGES, nameOf, THEMES, type View, WIDTHS, type Width } from './view';
import { views } from './views';

/** Run by `npm run shots` (scripts/shots.mjs), which passes its options on. */
const folder = process.env.SHOTS_FOLDER ?? '.cache/shots';
const chosen = <T extends string | number>(all: readonly T[], wanted: string | undefined): readonly T[] =>
  wanted === undefined || wanted === '' ? all : all.filter((each) => wanted.split(',').includes(String(each)));
const languages = chosen(LANGUAGES, process.env.SHOTS_LANG);
const themes = chosen(THEMES, process.env.SHOTS_THEME);
const widths = chosen(WIDTHS, process.env.SHOTS_WIDTH);
const wanted = (process.env.SHOTS_SCREEN ?? '').split(',');

/** A taller page is taken in pieces, each on a sheet of its own: nobody can read a picture of 20,000 px. */
const PIECE_MAX: Readonly<Record<Width, number>> = { 1280: 1_800, 375: 2_200 };
/** Beyond it the catalogue of errors repeats itself; every other page is shorter. */
const PIECES_MAX = 6;

/** On the whole page: what sticks to the window's edge would cover a scrolled element. */
function placeOnPage(element: Element): { x: number; y: number; width: number; height: number } {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + window.scrollX, y: y + window.scrollY, width, height };
}

async function take(page: Page, width: Width, { isOverlay, part }: View): Promise<Buffer[]> {
  const look = { type: 'jpeg', quality: 80 } as const;
  if (isOverlay === true) return [await page.screenshot(look)];
  // A fragment scrolls to its place; on a picture of the whole page the head would then lie in the middle.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  const clip = part === undefined ? undefined : await page.locator(part).evaluate(placeOnPage);
  if (clip !== undefined) return [await page.screenshot({ ...look, fullPage: true, clip })];
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const pieces: Buffer[] = [];
  for (let y = 0; y < Math.min(height, PIECES_MAX * PIECE_MAX[width]); y += PIECE_MAX[width]) {
    const piece = { x: 0, y, width, height: Math.min(height - y, PIECE_MAX[width]) };
    pieces.push(await page.screenshot({ ...look, fullPage: true, clip: piece }));
  }
  return pieces;
}

async function shotsOf(browser: Browser, baseURL: string, view: View, faults: string[]): Promise<Shot[]> {
  const shots: Shot[] = [];
  const shownAt = widthsOf(view, widths);
  const [first] = shownAt;
  if (first === undefined) return shots;
  for (const language of languages) {
    const { page, turn, leave } = await show(browser, baseURL, view, language, first);
    for (const width of shownAt) {
      for (const theme of themes) {
        await turn(width, theme);
        const pieces = await take(page, width, view);
        shots.push(...pieces.map((jpeg, index) => ({ language, theme, width, piece: index + 1, jpeg })));
      }
      faults.push(...(await faultsOf(page)).map((fault) => `${nameOf(view)}, ${language}, ${width} px: ${fault}`));
    }
    if (language === languages[0]) faults.push(...(await busyParts(page, view)), ...(await issuesOn(page, view, language, EVERY)));
    await leave();
  }
  return shots;
}

const fileName = (view: View, width: Width): string => `${nameOf(view).replaceAll(/[^A-Za-z0-9]+/g, '-')}-${width}`;

async function writeSheets(browser: Browser, view: View, width: Width, shots: readonly Shot[]): Promise<void> {
  const pieces = Math.max(...shots.map(({ piece }) => piece));
  for (let piece = 1; piece <= pieces; piece += 1) {
    const title = pieces === 1 ? nameOf(view) : `${nameOf(view)} · part ${piece} of ${pieces}`;
    const shown = shots.filter((shot) => shot.piece === piece);
    const name = piece === 1 ? fileName(view, width) : `${fileName(view, width)}-part-${piece}`;
    await writeFile(join(folder, `${name}.png`), await drawSheet(browser, title, width, shown));
  }
}

test.describe.configure({ mode: 'parallel' });

for (const view of views.filter(({ screen }) => wanted.includes('') || wanted.includes(screen))) {
  test(nameOf(view), async ({ browser, baseURL }) => {
    const faults: string[] = [];
    const shots = await shotsOf(browser, baseURL ?? '', view, faults);
    await mkdir(folder, { recursive: true });
    for (const width of widthsOf(view, widths)) {
      const atWidth = shots.filter((shot) => shot.width === width);
      await writeSheets(browser, view, width, atWidth);
    }
    if (faults.length > 0) await writeFile(join(folder, `${fileName(view, WIDTHS[0])}.faults.txt`), `${faults.join('\n')}\n`);
  });
}
