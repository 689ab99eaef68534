import type { Browser, Page } from '@playwright/test';
import { type Stage, stageOf, type Who } from './stage';
import { HEIGHTS, type Language, type Theme, type View, type Width } from './view';

/** How long nothing changes on a page that has arrived, and how long a page that cannot arrive is given. */
const QUIET_MS = 200;
const PATIENCE_MS = 10_000;
/** Skeletons appear after 200 ms, to spare fast answers the flicker. */
const LOADING_QUIET_MS = 500;

async function openPage(browser: Browser, baseURL: string, who: Who, language: Language): Promise<Page> {
  const { sessions } = await stageOf(baseURL);
  const context = await browser.newContext({
    baseURL,
    storageState: sessions[who],
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'Asia/Ho_Chi_Minh',
  });
  await context.addInitScript((code) => {
    localStorage.clear(); // what the view before has left: a folded sidebar, a started form
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

/** Fonts are there, nothing is marked as loading, and nothing has changed for a moment. Counts rounds: a test may have stopped the clock. */
export const settled = (page: Page, { isLoading = false } = {}): Promise<void> =>
  page.evaluate(
    async ({ round, quiet, patience, mayLoad }) => {
      await document.fonts.ready;
      let quietRounds = 0;
      const observer = new MutationObserver(() => {
        quietRounds = 0;
      });
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      const isBusy = () =>
        !mayLoad &&
        (document.querySelector('.skeleton, .splash[aria-busy], main [aria-busy=true], main[aria-busy=true], #root:empty') !== null ||
          (document.body.textContent ?? '').trim() === '');
      for (let rounds = 0; rounds * round < patience && quietRounds * round < quiet; rounds += 1) {
        await new Promise((done) => setTimeout(done, round));
        quietRounds = isBusy() ? 0 : quietRounds + 1;
      }
      observer.disconnect();
    },
    { round: 50, quiet: isLoading ? LOADING_QUIET_MS : QUIET_MS, patience: PATIENCE_MS, mayLoad: isLoading },
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
  await settled(page, { isLoading: view.isLoading === true });
  if (view.act !== undefined) {
    await view.act(page);
    await settled(page);
  }
  return { page, stage, turn, leave: () => page.unrouteAll({ behavior: 'ignoreErrors' }) };
}
