import { text } from 'node:stream/consumers';
import type { SessionState } from '@stablegate/contract';
import { type ReactNode, useState } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { type Navigator, Route, Router, Routes } from 'react-router';
import { ServerRenderedDashboard } from '../../features/dashboard/dashboard-skeleton';
import { createQueryClient } from '../../lib/api/query-client';
import { type PageFacts, setPageFacts } from '../../lib/api/runtime-mode';
import { chooseLanguage, languagesQuery } from '../../lib/i18n/i18n';
import { setTexts, type Texts } from '../../lib/i18n/texts';
import { GUEST, sessionQuery } from '../../lib/session/session';
import { serverClock } from '../../lib/time/server-clock';
import { App } from '../app';
import ShellFrame from '../shell/shell-frame';
import type { FirstState } from './first-state';

/** The server only renders: nobody goes anywhere there. */
const still = { createHref: (to) => (typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}`) } as Navigator;

/** One boundary is never put aside for a later script, whatever it weighs. */
const NEVER_LATER = Number.POSITIVE_INFINITY;

/** React asks for pictures in front of a page without a head, where hydration would find a stranger. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;

/** Of the page that is being rendered. */
let place = '/';

function StillRouter({ children }: { children: ReactNode }) {
  const [location] = useState({ pathname: place, search: '', hash: '', state: null, key: 'default' });
  return (
    <Router location={location} navigator={still} useTransitions={false}>
      {children}
    </Router>
  );
}

/** Whose page it is, and the business time at which it is rendered. */
export type Member = { readonly session: SessionState; readonly createDate: string; readonly serverTime: string };

/** The frame with what is known at once. What it asks for later, or whose code comes later, is rendered as not there yet. */
const memberPage = (createDate: string) => (
  <Routes>
    <Route element={<ShellFrame />}>
      <Route path="*" element={<ServerRenderedDashboard createDate={createDate} />} />
    </Route>
  </Routes>
);

/** Code that is left out of the renderer (scripts/lib/build.mjs): React renders what stands in its place. */
const isLeftOut = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';

async function render(pathname: string, { lang, languages }: FirstState, texts: Texts, facts: PageFacts, member?: Member): Promise<string> {
  place = pathname;
  setPageFacts(facts);
  chooseLanguage(lang);
  setTexts(lang, texts);
  if (member !== undefined) serverClock.saw(member.serverTime); // a sandbox moves business time, and the trial counts by it
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, member?.session ?? GUEST);
  client.setQueryData(languagesQuery.queryKey, [...languages]);
  const failures: unknown[] = [];
  const page = member === undefined ? undefined : memberPage(member.createDate);
  const { prelude } = await prerenderToNodeStream(<App client={client} router={StillRouter} page={page} />, {
    progressiveChunkSize: NEVER_LATER,
    onError: (error) => {
      if (member === undefined || !isLeftOut(error)) failures.push(error);
    },
  });
  const html = await text(prelude);
  if (failures.length > 0) throw failures[0];
  return html.replace(PRELOADS, '');
}

let last: Promise<unknown> = Promise.resolve();

/** A page as the browser will show it. One after the other: place, language and time are the module's, and screens are awaited. */
export function renderApp(...page: Parameters<typeof render>): Promise<string> {
  const html = last.catch(() => undefined).then(() => render(...page));
  last = html;
  return html;
}
