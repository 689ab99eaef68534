import type { Browser, BrowserContext } from '@playwright/test';
import { openInvoice } from '../../e2e/bills';
import { billIsLive, bytesOf, isAsset, type Loaded, neededForBill, type Ready, ROUTES, scriptsOf, visit } from '../../e2e/first-load/loads';
import { DEMO_MERCHANT } from '../../e2e/people';
import type { Bench, BenchRow } from '../frame/bench';
import { buildAll, withBrowser } from '../frame/browser';
import { REPORTED } from '../frame/table';
import { startSandbox } from '../idle/idle-sites';

/**
 * B23, first part, and B32: what Chromium really loads for a first visit, and what it asks for again on a second one, of the whole
 * installation as `npm start` runs it. Budgets instead of a peer; `other` is the budget.
 */
const DASHBOARD_BYTES_MAX = 170_000; // B23; B32 wants less
const ROUTE_BYTES_MAX = { login: 120_000, dashboard: 150_000 };
const ROUTE_FILES_MAX = 15;
const [BILL_BYTES_MAX, BILL_SCRIPT_MAX] = [40_000, 80_000];

const budget = (id: string, name: string, unit: string, ours: number, max: number): BenchRow => ({
  id,
  name,
  unit,
  ours,
  other: max,
  otherName: 'budget',
  ratio: max === 0 ? ours : ours / max,
  target: `at most ${max}`,
  passes: ours <= max,
});

type Visits = { readonly first: readonly Loaded[]; readonly second: readonly Loaded[] };

/** With an empty cache, and then with what the first one left. */
async function visitTwice(context: BrowserContext, path: string, ready: Ready): Promise<Visits> {
  return { first: await visit(context, path, ready), second: await visit(context, path, ready) };
}

function secondRows(name: string, { second }: Visits): BenchRow[] {
  const again = second.filter((each) => !each.cached);
  return [
    budget('B32', `${name}, second visit: assets requested again`, 'requests', again.filter(isAsset).length, 0),
    {
      ...budget('B32', `${name}, second visit: all requests (${bytesOf(again)} bytes)`, 'requests', again.length, second.length),
      otherName: 'with those the cache answered',
      target: REPORTED,
    },
  ];
}

async function routeRows(context: BrowserContext, route: keyof typeof ROUTES): Promise<BenchRow[]> {
  const visits = await visitTwice(context, ROUTES[route].path, ROUTES[route].ready);
  const { urls, bytes } = await scriptsOf(context, visits.first);
  return [
    ...(route === 'dashboard' ? [budget('B23', 'dashboard, first visit: script, gzipped', 'bytes', bytes, DASHBOARD_BYTES_MAX)] : []),
    budget('B32', `${route}, first visit: script, gzipped`, 'bytes', bytes, ROUTE_BYTES_MAX[route]),
    budget('B32', `${route}, first visit: scripts`, 'files', urls.length, ROUTE_FILES_MAX),
    ...secondRows(route, visits),
  ];
}

async function billRows(context: BrowserContext): Promise<BenchRow[]> {
  const { transId, address } = await openInvoice(context.request);
  const visits = await visitTwice(context, `/bill/${transId}`, (page) => billIsLive(page, address));
  const { bytes } = await scriptsOf(context, visits.first);
  return [
    budget('B32', 'payment page, first visit: HTML, styles and fonts', 'bytes', bytesOf(neededForBill(visits.first)), BILL_BYTES_MAX),
    budget('B32', 'payment page, first visit: script, gzipped', 'bytes', bytes, BILL_SCRIPT_MAX),
    ...secondRows('payment page', visits),
  ];
}

async function measure(browser: Browser, baseURL: string): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const inNewContext = async (work: (context: BrowserContext) => Promise<BenchRow[]>) => {
    const context = await browser.newContext({ baseURL });
    rows.push(...(await work(context)));
    await context.close();
  };
  await inNewContext((context) => routeRows(context, 'login'));
  await inNewContext(async (context) => {
    // Signed in by a call, so that no page has filled the cache.
    const answer = await context.request.post('/api/v1/auth/login', { form: DEMO_MERCHANT });
    if (!answer.ok()) throw new Error(`sign-in: ${answer.status()} ${await answer.text()}`);
    return routeRows(context, 'dashboard');
  });
  await inNewContext(billRows);
  return rows;
}

export const bench: Bench = {
  ids: ['B23', 'B32'],
  run: async () => {
    buildAll();
    const sandbox = await startSandbox();
    try {
      return await withBrowser((browser) => measure(browser, sandbox.url));
    } finally {
      await sandbox.stop();
    }
  },
};
