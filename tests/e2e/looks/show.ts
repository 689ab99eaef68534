import type { Browser, Page } from '@playwright/test';
import { type Stage, stageOf, type Who } from './stage';
import { HEIGHTS, type Language, type Theme, type View, type Width } from './view';

/** How long nothing changes on a page that has arrived, and how long a page that cannot arrive is given. */
const QUIET_MS = 300; // longer than a skeleton waits before it appears
const PATIENCE_MS = 30_000;
/** Skeletons appear after 200 ms, to spare fast answers the flicker. */
const LOADING_QUIET_MS = 500;

/** The same for everybody who looks: no motion, one way to write numbers, one zone. */
export const WHEREABOUTS = { reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'Asia/Ho_Chi_Minh' } as const;

async function openPage(browser: Browser, baseURL: string, who: Who, language: Language): Promise<Page> {
  const { sessions } = await stageOf(baseURL);
  const context = await browser.newContext({ ...WHEREABOUTS, baseURL, storageState: sessions[who] });
  await context.addInitScript((code) => {
    // What the view before has left: a folded sidebar, a started form, how far it was scrolled.
    localStorage.clear();
    sessionStorage.clear();
    localStorage.setItem('language', code);
  }, language);
  return context.newPage();
}

const pages = new Map<string, Promise<Page>>();

/** One for all views of a person in a language: a new page costs a second of the processor, more than most views. */
function pageOf(browser: Browser, baseURL: string, who: Who, language: Language): Promise<Page> {
  const key = `${who} ${language}`;
  const page = pages.get(key) ?? openPage(browser, baseURL, who, language);
  pages.set(key, page);
  return page;
}

/** The picture behind the verification gate is drawn of skeletons, and stays. */
export const BUSY = '.skeleton:not(.gate-picture *), .splash[aria-busy], main [aria-busy=true], main[aria-busy=true]';
const MARKS = '.skeleton, .spin, [aria-busy=true]';
/** A view that goes on loading has arrived when it says so, not its frame: before, its own code is still on the way. */
const loadingMark = ({ screen }: View): string =>
  screen === 'start' ? '.splash' : `:is(main:not(.splash), .pay-wrap, [role=dialog]):is(${MARKS}, :has(${MARKS}))`;

/**
 * Fonts are there, nothing is marked as loading (or, with a mark, that is), and nothing has changed for a moment. Counts rounds: a test may
 * have stopped the clock.
 */
export const settled = (page: Page, mark?: string): Promise<void> =>
  page.evaluate(
    async ({ round, quiet, patience, awaited, busy }) => {
      await document.fonts.ready;
      let quietRounds = 0;
      const observer = new MutationObserver(() => {
        quietRounds = 0;
      });
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      const has = (selector: string): boolean => document.querySelector(selector) !== null;
      const isEmpty = () => has('#root:empty') || (document.body.textContent ?? '').trim() === '';
      const isArrived = () => !isEmpty() && (awaited === '' ? !has(busy) : has(awaited));
      for (let rounds = 0; rounds * round < patience && quietRounds * round < quiet; rounds += 1) {
        await new Promise((done) => setTimeout(done, round));
        quietRounds = isArrived() ? quietRounds + 1 : 0;
      }
      observer.disconnect();
    },
    { round: 50, quiet: mark === undefined ? QUIET_MS : LOADING_QUIET_MS, patience: PATIENCE_MS, awaited: mark ?? '', busy: BUSY },
  );

export type Shown = {
  readonly page: Page;
  readonly stage: Stage;
  /** The same page at another width and in another theme, without loading it again. */
  readonly turn: (width: Width, theme: Theme) => Promise<void>;
  /** The page is kept for the next view. */
  readonly leave: () => Promise<void>;
};

export const widthsOf = ({ onlyAt }: View, widths: readonly Width[]): readonly Width[] =>
  onlyAt === undefined ? widths : widths.filter((width) => width === onlyAt);

/** Opens a view as its person and brings it into its state. */
export async function show(browser: Browser, baseURL: string, view: View, language: Language, width: Width): Promise<Shown> {
  const stage = await stageOf(baseURL);
  const page = await pageOf(browser, baseURL, view.who, language);
  const turn = async (to: Width, theme: Theme) => {
    await page.setViewportSize({ width: to, height: HEIGHTS[to] });
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
  };
  await page.setViewportSize({ width, height: HEIGHTS[width] });
  await view.answers?.(page, stage);
  const path = typeof view.path === 'string' ? view.path : view.path(stage);
  if (path.includes('#')) await page.goto('about:blank'); // otherwise only the fragment might change, without loading anything
  await page.goto(path);
  const mark = view.isLoading === true ? loadingMark(view) : undefined;
  await settled(page, view.act === undefined ? mark : undefined);
  if (view.act !== undefined) {
    await view.act(page);
    await settled(page, mark);
  }
  return { page, stage, turn, leave: () => page.unrouteAll({ behavior: 'ignoreErrors' }) };
}
