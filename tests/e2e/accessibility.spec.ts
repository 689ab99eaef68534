import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { COLOURS, EVERY, issuesOn } from './looks/axe';
import { show } from './looks/show';
import type { Stage } from './looks/stage';
import type { View, Width } from './looks/view';
import { views } from './looks/views';

/** Pages of many samples, which take axe the longest, and are the same on a phone. */
const REFERENCES = ['docs', 'events'];

/** On a phone other elements are shown: cards in place of tables, the menu in place of the sidebar. Forms and dialogs stay as they are. */
const widthsFor = (view: View): readonly Width[] => {
  if (view.onlyAt !== undefined) return [view.onlyAt];
  return view.state === 'filled' && !REFERENCES.includes(view.screen) ? [1280, 375] : [1280];
};

const SHARED_STATES = ['loading', 'empty', 'error'];
const SHOWN_FOR_ALL = ['invoices', 'merchant callbacks', 'profile security', 'mailbox'];
const isList = (screen: string): boolean => views.some((view) => view.screen === screen && view.state === 'filled');
/** The states that all lists have are drawn by the same components: a few screens stand for all. `npm run shots` checks every one. */
const isChecked = ({ screen, state }: View): boolean => !SHARED_STATES.includes(state) || !isList(screen) || SHOWN_FOR_ALL.includes(screen);
/** The back office and the payment page are checked by tests of their own (admin.spec.ts, payment-views.spec.ts). */
const isOwnTest = ({ who, screen }: View): boolean => who === 'admin' || screen === 'payment';
const checked = views.filter((view) => isChecked(view) && !isOwnTest(view));

/** Once per screen: its other states use the same tokens, and their contrast is tested in both themes (packages/ui). */
const isSeenDark = (view: View): boolean => checked.find(({ screen }) => screen === view.screen) === view;

test.describe.configure({ mode: 'parallel' });

/** A test for each screen: however slow the machine, none of them takes long. */
for (const screen of new Set(checked.map((view) => view.screen))) {
  test(`axe finds no issue on ${screen}, light and dark, at a desk and on a phone`, async ({ browser, baseURL }) => {
    test.setTimeout(300_000);
    const issues: string[] = [];
    for (const view of checked.filter((each) => each.screen === screen)) {
      const [first = 1280, ...others] = widthsFor(view);
      const { page, turn, leave } = await show(browser, baseURL ?? '', view, 'en', first);
      for (const width of [first, ...others]) {
        await turn(width, 'light');
        issues.push(...(await issuesOn(page, view, `${width} px`, EVERY)));
      }
      if (isSeenDark(view)) {
        await turn(first, 'dark');
        issues.push(...(await issuesOn(page, view, 'dark', COLOURS)));
      }
      await leave();
    }
    expect(issues).toEqual([]);
  });
}

/** The paths of the app, from its lists of screens. */
function appPaths(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return appPaths(path);
    if (!entry.name.endsWith('.screens.ts')) return [];
    return [...readFileSync(path, 'utf8').matchAll(/(?:path: |adminScreen\()'(\/[^']*)'/g)].map(([, found]) => found ?? '');
  });
}

test('every screen of the app is in the list of screens and states', () => {
  const stage = { storeId: '', invoices: {}, billId: '', invitation: '/team/invitation', change: '/account-change' } as unknown as Stage;
  const listed = new Set(views.map(({ path }) => (typeof path === 'string' ? path : path(stage)).replace(/[?#].*/, '')));
  const paths = appPaths(join(import.meta.dirname, '../../apps/web/src')).map((path) => path.replace('/:transId?', '/'));
  expect(paths.length).toBeGreaterThan(30);
  // The same screen as "/".
  expect(paths.filter((path) => !listed.has(path) && path !== '/dashboard')).toEqual([]);
});
