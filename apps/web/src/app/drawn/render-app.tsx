import { text } from 'node:stream/consumers';
import { type ReactNode, useState } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { type Navigator, Router } from 'react-router';
import { createQueryClient } from '../../lib/api/query-client';
import { type PageFacts, setPageFacts } from '../../lib/api/runtime-mode';
import { chooseLanguage, languagesQuery } from '../../lib/i18n/i18n';
import { setTexts, type Texts } from '../../lib/i18n/texts';
import { GUEST, sessionQuery } from '../../lib/session/session';
import { App } from '../app';
import type { FirstState } from './first-state';

/** The server only draws: nobody goes anywhere there. */
const still = { createHref: (to) => (typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}`) } as Navigator;

/** One boundary is never put aside for a later script, whatever it weighs. */
const NEVER_LATER = Number.POSITIVE_INFINITY;

/** React asks for pictures in front of a page without a head, where what takes it over would find a stranger. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;

/** Of the page that is being drawn. */
let place = '/';

function StillRouter({ children }: { children: ReactNode }) {
  const [location] = useState({ pathname: place, search: '', hash: '', state: null, key: 'default' });
  return (
    <Router location={location} navigator={still} useTransitions={false}>
      {children}
    </Router>
  );
}

async function render(pathname: string, { lang, languages }: FirstState, texts: Texts, facts: PageFacts): Promise<string> {
  place = pathname;
  setPageFacts(facts);
  chooseLanguage(lang);
  setTexts(lang, texts);
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, GUEST);
  client.setQueryData(languagesQuery.queryKey, [...languages]);
  const failures: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(<App client={client} router={StillRouter} />, {
    progressiveChunkSize: NEVER_LATER,
    onError: (error) => void failures.push(error),
  });
  const html = await text(prelude);
  if (failures.length > 0) throw failures[0];
  return html.replace(PRELOADS, '');
}

let last: Promise<unknown> = Promise.resolve();

/** A guest's page as the browser will show it. One after the other: place and language are the module's, and screens are awaited. */
export function renderApp(...page: Parameters<typeof render>): Promise<string> {
  const html = last.catch(() => undefined).then(() => render(...page));
  last = html;
  return html;
}
