import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { BUSY } from './show';
import { nameOf, type View } from './view';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Off by default, since axe cannot always read what is visible: what it finds here is real. */
const EXPERIMENTAL = 'label-content-name-mismatch';

type Rules = { readonly runOnly: { readonly type: 'tag' | 'rule'; readonly values: string[] } };
export const EVERY: Rules = { runOnly: { type: 'tag', values: TAGS } };
/** What depends on the theme. */
export const COLOURS: Rules = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** An open menu belongs to its button, and is drawn outside every landmark. */
const rulesFor = ({ isOverlay }: View, isPhone: boolean) => ({
  [EXPERIMENTAL]: { enabled: true },
  ...(isOverlay === true && { region: { enabled: false } }),
  // The slowest rule by far, and a phone has the colours of a desk.
  ...(isPhone && { 'color-contrast': { enabled: false } }),
});

export async function issuesOn(page: Page, view: View, how: string, rules: Rules): Promise<string[]> {
  const where = `${nameOf(view)}, ${how}`;
  // Legacy mode: no frames of other origins here, and otherwise each check opens a second page for its report. What passes is not described,
  // and style sheets are not fetched again: no rule of ours reads them.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await axe
    .options({ ...rules, ...(rules === EVERY && { rules: rulesFor(view, how === '375 px') }), resultTypes: ['violations'], preload: false })
    .analyze();
  return violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
}

const REFETCH_MS = 15_000;

/** What has failed or arrived is no longer on its way, and must not be announced as such. */
export async function busyParts(page: Page, view: View): Promise<string[]> {
  if (view.isLoading === true) return [];
  const busy = page.locator(BUSY);
  // A list may just be asking again.
  await busy
    .first()
    .waitFor({ state: 'detached', timeout: REFETCH_MS })
    .catch(() => undefined);
  const parts = await busy.evaluateAll((found) => found.map(({ className, tagName }) => `${tagName.toLowerCase()}.${className}`));
  return parts.map((part) => `${nameOf(view)}: still marked as loading: ${part}`);
}
