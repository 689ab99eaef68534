import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { COLOURS, EVERY, issuesOn } from './looks/axe';
import { show } from './looks/show';
import { type Stage, setSharedStage } from './looks/stage';
import type { View } from './looks/view';
import { views } from './looks/views';

/** The back office and the payment page have tests of their own (admin.spec.ts, payment-views.spec.ts). */
const others = views.filter(({ who, screen }) => who !== 'admin' && screen !== 'payment');
/** One state stands for its screen, the filled one where there is one: this suite is long. `npm run shots` checks every state, on phones too. */
const viewOf = (screen: string): View | undefined => {
  const states = others.filter((view) => view.screen === screen);
  return states.find(({ state }) => state === 'filled') ?? states.find(({ isLoading }) => isLoading !== true);
};
const checked = [...new Set(others.map(({ screen }) => screen))].flatMap((screen) => viewOf(screen) ?? []);
const GROUPS: readonly (readonly [string, (view: View) => boolean])[] = [
  ['guests', ({ who }) => who !== 'merchant'],
  ['merchants', ({ who }) => who === 'merchant'],
];

for (const [people, isTheirs] of GROUPS) {
  test(`axe finds no issue on the screens of ${people}, by WCAG and best practice, light and dark`, async ({ browser, baseURL }) => {
    test.setTimeout(400_000);
    await setSharedStage(baseURL ?? '');
    const issues: string[] = [];
    for (const view of checked.filter(isTheirs)) {
      const width = view.onlyAt ?? 1280;
      const { page, turn, leave } = await show(browser, baseURL ?? '', view, 'en', width);
      issues.push(...(await issuesOn(page, view, `${width} px`, EVERY)));
      await turn(width, 'dark');
      issues.push(...(await issuesOn(page, view, 'dark', COLOURS)));
      await turn(width, 'light');
      await leave();
    }
    expect(checked.filter(isTheirs).length).toBeGreaterThan(20);
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
  const paths = appPaths(join(import.meta.dirname, '../../apps/web/src'));
  expect(paths.length).toBeGreaterThan(30);
  const isListed = (path: string): boolean => {
    const pattern = new RegExp(`^${path.replace(/:\w+\??/g, '[^/]*')}$`); // "/pay/:slug", "/invoice-details/:transId?"
    return [...listed].some((each) => pattern.test(each));
  };
  // The same screen as "/".
  expect(paths.filter((path) => !isListed(path) && path !== '/dashboard')).toEqual([]);
});
