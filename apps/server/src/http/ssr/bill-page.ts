import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language, PaymentView } from '@stablegate/contract';
import { LANGUAGE_DEFAULT } from '@stablegate/rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/app-error';
import { isEmbedded, queryValue } from '../embed/embed-pages';
import { createSplitSender } from '../packed';
import { allowScripts, firstState, inLanguage, ssrPage } from './page-parts';

/** The state a bill is rendered from; apps/web/src/pay/live/first-state.ts reads the same. */
type BillState = {
  readonly view: PaymentView;
  readonly lang: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly languages: readonly Language[];
};
export type BillReaders = {
  /** A page could not be rendered for another reason than an unknown invoice; it asks for itself then. */
  onSsrFailed(error: unknown): void;
  readView(transId: string): Promise<PaymentView>;
  listLanguages(): Promise<Language[]>;
  textsOf(language: string): Promise<Readonly<Record<string, string>>>;
};
type Renderer = { renderBill(state: BillState, mode: string): { readonly html: string; readonly noscript: string } };
type Template = { readonly opening: string; readonly bare: string; readonly closing: string; readonly scriptHashes: readonly string[] };

const ROOT = '<div id="root"></div>';
const BODY = '<body>';

/** Texts equal to their key are left out. */
const textsFor = (keys: readonly string[], texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(keys.flatMap((key) => (texts[key] === undefined || texts[key] === key ? [] : [[key, texts[key]]])));

/** With its style inlined: on a slow line each separate file would delay the amount by half a second. */
function readTemplate(folder: string, built: string): Template {
  const styled = built.replace(
    /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g,
    (_, href: string) => `<style>${readFileSync(join(folder, href), 'utf8')}</style>`,
  );
  const { page, modules, scriptHashes } = ssrPage(folder, styled, {
    scripts: ['boot.js'],
    fonts: ['geist-basic', 'geist-mono-basic'],
  });
  const bodyAt = page.indexOf(BODY) + BODY.length;
  const rootEnd = page.indexOf(ROOT) + ROOT.length;
  return { opening: page.slice(0, bodyAt), bare: page.slice(bodyAt, rootEnd), closing: modules + page.slice(rootEnd), scriptHashes };
}

/**
 * The payment page with the bill already rendered: amount and address are visible before, and without, any script. The head is sent
 * immediately, the bill follows once it is read. If it cannot be read, the page requests it itself.
 */
export async function createBillPage(folder: string, mode: string, page: string, readers: BillReaders) {
  const { renderBill } = (await import(pathToFileURL(join(folder, 'render-bill.server.mjs')).href)) as Renderer;
  const keys = JSON.parse(readFileSync(join(folder, 'pay-texts.json'), 'utf8')) as string[];
  const { opening, bare, closing, scriptHashes } = readTemplate(folder, page);
  const send = createSplitSender();
  let known: readonly Language[] = [];

  /** The language picker stores its choice in this cookie, which a frame does not get; an unknown language counts as none. */
  const languageOf = (request: FastifyRequest): string => {
    const language = isEmbedded(request) ? queryValue(request, 'lang') : request.cookies.language;
    return language !== undefined && known.some(({ code }) => code === language) ? language : LANGUAGE_DEFAULT;
  };

  async function render(transId: string, lang: string): Promise<string> {
    try {
      const [view, languages, texts] = await Promise.all([readers.readView(transId), readers.listLanguages(), readers.textsOf(lang)]);
      known = languages;
      const state = { view, lang, texts: textsFor(keys, texts), languages };
      const { html, noscript } = renderBill(state, mode);
      return `<noscript>${noscript}</noscript><div id="root">${html}</div>${firstState(state)}${closing}`;
    } catch (error) {
      if (!(error instanceof AppError)) readers.onSsrFailed(error);
      return bare + closing;
    }
  }

  return async (request: FastifyRequest, reply: FastifyReply, transId: string): Promise<FastifyReply> => {
    if (known.length === 0) known = await readers.listLanguages().catch(() => []);
    const lang = languageOf(request);
    const policy = allowScripts(String(reply.getHeader('content-security-policy')), scriptHashes);
    void reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').header('content-security-policy', policy);
    return send(request, reply, inLanguage(opening, lang), () => render(transId, lang));
  };
}

/** False in API-only tests, and before the first build. */
export const hasBillRenderer = (folder: string): boolean => existsSync(join(folder, 'render-bill.server.mjs'));
