import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language, PaymentView } from '@stablegate/contract';
import { directionOf, LANGUAGE_DEFAULT } from '@stablegate/rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/app-error';
import { isEmbedded, queryValue } from './embed/embed-pages';
import { createSplitSender } from './packed';

/** The state a bill is rendered from; apps/web/src/pay/live/first-state.ts reads the same. */
type BillState = {
  readonly view: PaymentView;
  readonly lang: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly languages: readonly Language[];
};
export type BillReaders = {
  /** A page could not be drawn for another reason than an unknown invoice; it asks for itself then. */
  onDrawingFailed(error: unknown): void;
  readView(transId: string): Promise<PaymentView>;
  listLanguages(): Promise<Language[]>;
  textsOf(language: string): Promise<Readonly<Record<string, string>>>;
};
type Renderer = { renderBill(state: BillState, mode: string): { readonly html: string; readonly noscript: string } };
type Template = { readonly opening: string; readonly bare: string; readonly closing: string; readonly scriptHash: string };

const ROOT = '<div id="root"></div>';
const BODY = '<body>';
/** No text may end the script element; JSON reads the escape as the same character. */
const asScriptData = (state: BillState): string => JSON.stringify(state).replace(/</g, '\\u003c');

/** Texts equal to their key are left out. */
const textsFor = (keys: readonly string[], texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(keys.flatMap((key) => (texts[key] === undefined || texts[key] === key ? [] : [[key, texts[key]]])));

/** The module that takes the bill over, and what it imports. */
const MODULES = /\s*(?:<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>)/g;
/** Text in Latin letters: the one font file every bill needs at once. */
const FIRST_FONT = /^geist-basic-.*\.woff2$/;

/** Requested with the page; otherwise only once the bill is laid out. */
function fontPreload(folder: string): string {
  const file = readdirSync(join(folder, 'assets')).find((name) => FIRST_FONT.test(name));
  return file === undefined ? '' : `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`;
}

/**
 * The built page with its style and first small script inlined: on a slow line each separate file would delay the amount by half a second.
 * The content security policy names that one script by its hash. The modules come after the bill, with low priority: it is complete and
 * painted without them.
 */
function readTemplate(folder: string, page: string): Template {
  const boot = readFileSync(join(folder, 'boot.js'), 'utf8');
  const whole = page
    .replace('<script src="/boot.js"></script>', () => `<script>${boot}</script>`)
    .replace(
      /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g,
      (_, href: string) => `<style>${readFileSync(join(folder, href), 'utf8')}</style>`,
    );
  // async: in a task of its own, not in the one that ends the page.
  const modules = (whole.match(MODULES) ?? [])
    .map((each) => each.trim().replace(/^<\w+/, (start) => `${start}${start === '<script' ? ' async' : ''} fetchpriority="low"`))
    .join('');
  const calm = whole.replace(MODULES, '').replace('</head>', () => `${fontPreload(folder)}</head>`);
  const bodyAt = calm.indexOf(BODY) + BODY.length;
  const rootEnd = calm.indexOf(ROOT) + ROOT.length;
  return {
    opening: calm.slice(0, bodyAt),
    bare: calm.slice(bodyAt, rootEnd),
    closing: modules + calm.slice(rootEnd),
    scriptHash: createHash('sha256').update(boot).digest('base64'),
  };
}

/**
 * The payment page with the bill already rendered: amount and address are visible before, and without, any script. The head is sent
 * immediately, the bill follows once it is read. If it cannot be read, the page requests it itself.
 */
export async function createBillPage(folder: string, mode: string, page: string, readers: BillReaders) {
  const { renderBill } = (await import(pathToFileURL(join(folder, 'render-bill.server.mjs')).href)) as Renderer;
  const keys = JSON.parse(readFileSync(join(folder, 'pay-texts.json'), 'utf8')) as string[];
  const { opening, bare, closing, scriptHash } = readTemplate(folder, page);
  const send = createSplitSender();
  let known: readonly Language[] = [];

  /** The language picker stores its choice in this cookie, which a frame does not get; an unknown language counts as none. */
  const languageOf = (request: FastifyRequest): string => {
    const language = isEmbedded(request) ? queryValue(request, 'lang') : request.cookies.language;
    return language !== undefined && known.some(({ code }) => code === language) ? language : LANGUAGE_DEFAULT;
  };

  async function draw(transId: string, lang: string): Promise<string> {
    try {
      const [view, languages, texts] = await Promise.all([readers.readView(transId), readers.listLanguages(), readers.textsOf(lang)]);
      known = languages;
      const state = { view, lang, texts: textsFor(keys, texts), languages };
      const { html, noscript } = renderBill(state, mode);
      const data = `<script type="application/json" id="first-state">${asScriptData(state)}</script>`;
      return `<noscript>${noscript}</noscript><div id="root">${html}</div>${data}${closing}`;
    } catch (error) {
      if (!(error instanceof AppError)) readers.onDrawingFailed(error);
      return bare + closing;
    }
  }

  return async (request: FastifyRequest, reply: FastifyReply, transId: string): Promise<FastifyReply> => {
    if (known.length === 0) known = await readers.listLanguages().catch(() => []);
    const lang = languageOf(request);
    const policy = String(reply.getHeader('content-security-policy')).replace(
      "script-src 'self'",
      `script-src 'self' 'sha256-${scriptHash}'`,
    );
    void reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').header('content-security-policy', policy);
    const head = opening.replace('<html lang="en"', () => `<html lang="${lang}" dir="${directionOf(lang)}"`);
    return send(request, reply, head, () => draw(transId, lang));
  };
}

/** False in API-only tests, and before the first build. */
export const canDrawBills = (folder: string): boolean => existsSync(join(folder, 'render-bill.server.mjs'));
