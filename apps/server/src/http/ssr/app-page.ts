import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language, SessionState } from '@stablegate/contract';
import { LANGUAGE_DEFAULT } from '@stablegate/rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendPacked } from '../packed';
import { allowScripts, firstState, inLanguage, ssrPage } from './page-parts';

/** The state a page is rendered from; apps/web/src/app/ssr/first-state.ts reads the same. */
type FirstState = { readonly lang: string; readonly languages: readonly Language[] };
type Texts = Readonly<Record<string, string>>;
type Facts = Readonly<Record<string, string>>;
/** Whose page it is, and since when they are there: new accounts see how long their trial lasts, by business time. */
export type Member = { readonly session: SessionState; readonly createDate: string; readonly serverTime: string };
type Renderer = { renderApp(path: string, state: FirstState, texts: Texts, facts: Facts, member?: Member): Promise<string> };

export type AppReaders = {
  /** A page that cannot be rendered is sent empty, and asks for itself. */
  onSsrFailed(error: unknown): void;
  listLanguages(): Promise<Language[]>;
  textsOf(language: string): Promise<Texts>;
  /** Somebody with a session is led on from the sign-in: that is for the page's script. */
  hasSession(request: FastifyRequest): boolean;
  /** undefined: the session has ended, or leads elsewhere. */
  readMember(request: FastifyRequest): Promise<Member | undefined>;
  /** Beyond its limit a visitor gets pages notRendered. */
  canServerRender(request: FastifyRequest): Promise<boolean>;
};

const RENDERER = 'render-app.server.mjs';
const ROOT = '<div id="root"></div>';
/** What is rendered for guests and for members. With a query it depends on what the query says. */
const GUEST_PAGE = '/login';
const MEMBER_PAGES: readonly string[] = ['/', '/dashboard'];

type Rendered = { readonly texts: Texts; readonly languages: string; readonly html: Promise<string> };

/** The meta elements of a page. */
const factsOf = (page: string): Facts =>
  Object.fromEntries([...page.matchAll(/<meta name="(stablegate-[\w-]+)" content="([^"]*)"/g)].map(([, name, content]) => [name, content]));

/**
 * The sign-in as its script will show it: it can be read and filled in before the script has come, which hydrates it as it is. Rendered once per
 * language, until a text or the list of languages changes. The dashboard's frame with its links, title and empty places: the script replaces it.
 */
export function createAppPage(folder: string, built: string, readers: AppReaders) {
  const { listLanguages, textsOf, hasSession, readMember, canServerRender, onSsrFailed } = readers;
  const { page, modules, scriptHashes } = ssrPage(folder, built, { scripts: ['boot.js', 'before-paint.js'], fonts: ['geist-basic'] });
  const facts = factsOf(built);
  const kept = new Map<string, Rendered>();
  let renderer: Promise<Renderer> | undefined;

  async function render(path: string, state: FirstState, texts: Texts, member?: Member): Promise<string> {
    renderer ??= import(pathToFileURL(join(folder, RENDERER)).href) as Promise<Renderer>; // not at the start, which it would delay
    const html = await (await renderer).renderApp(path, state, texts, facts, member);
    const rest = member === undefined ? firstState(state) + modules : modules;
    return inLanguage(page, state.lang).replace(ROOT, () => `<div id="root">${html}</div>${rest}`);
  }

  async function renderGuest(lang: string, languages: Language[], texts: Texts): Promise<string> {
    const before = kept.get(lang);
    const listed = JSON.stringify(languages);
    if (before?.texts === texts && before.languages === listed) return before.html;
    const html = render(GUEST_PAGE, { lang, languages }, texts);
    kept.set(lang, { texts, languages: listed, html });
    html.catch(() => kept.delete(lang));
    return html;
  }

  async function renderFor(request: FastifyRequest): Promise<string | undefined> {
    const isMember = MEMBER_PAGES.includes(request.url);
    if (hasSession(request) !== isMember || !(isMember || request.url === GUEST_PAGE)) return undefined;
    if (isMember && !(await canServerRender(request))) return undefined;
    const member = isMember ? await readMember(request) : undefined;
    if (isMember && member === undefined) return undefined;
    const wanted = request.cookies.language;
    const languages = await listLanguages();
    const lang = languages.some(({ code }) => code === wanted) && wanted !== undefined ? wanted : LANGUAGE_DEFAULT;
    const texts = await textsOf(lang);
    return member === undefined ? renderGuest(lang, languages, texts) : render(request.url, { lang, languages }, texts, member);
  }

  /** False: nothing was sent, and it is for the caller to send the page without content. A reply that is awaited is undefined, sent or not. */
  return async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    try {
      const html = await renderFor(request);
      if (html === undefined) return false;
      const policy = allowScripts(String(reply.getHeader('content-security-policy')), scriptHashes);
      void reply.type('text/html; charset=utf-8').header('cache-control', 'private, no-cache').header('content-security-policy', policy);
      await sendPacked(request, reply, html);
      return true;
    } catch (error) {
      onSsrFailed(error);
      return reply.sent;
    }
  };
}

/** False in API-only tests, and before the first build. */
export const hasAppRenderer = (folder: string): boolean => existsSync(join(folder, RENDERER));
