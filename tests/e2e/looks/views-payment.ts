import type { Page } from '@playwright/test';
import { billStates } from '../bill-states';
import { API, type BillView, rewritten, showInstead } from '../bills';
import { held } from './answers';
import type { Stage } from './stage';
import type { View } from './view';

const bill = ({ billId }: Stage): string => `/bill/${billId}`;
const isState = (url: URL): boolean => url.pathname.startsWith(`${API}/payment/`);

/** As when the server could not read the invoice: the page asks for it. */
export const withoutFirstState = (page: Page): Promise<void> =>
  rewritten(page, (html) =>
    html
      .replace(/<script type="application\/json" id="first-state">.*?<\/script>/s, '')
      .replace(/<div id="root">.*?(?=<script|<\/body>)/s, '<div id="root"></div>'),
  );

const payment = (state: string, rest: Partial<View> = {}): View => ({ screen: 'payment', state, who: 'guest', path: bill, ...rest });

export const paymentViews: readonly View[] = [
  ...billStates.map(({ name, changes }) => payment(name, { answers: (page) => showInstead(page, (view: BillView) => changes(view)) })),
  payment('claim open', { act: (page) => page.locator('.below summary').nth(1).click() }),
  payment('loading', {
    isLoading: true,
    answers: async (page) => {
      await withoutFirstState(page);
      await held(page, isState);
    },
  }),
  payment('error', {
    answers: async (page) => {
      await withoutFirstState(page);
      await page.route(isState, (route) => route.abort());
    },
  }),
  payment('unknown', { path: '/bill/unknown' }),
];
