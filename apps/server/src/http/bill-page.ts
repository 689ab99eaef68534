import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language, PaymentView } from '@stablegate/contract';
import type { FastifyRequest } from 'fastify';

/** What a bill is drawn from; apps/web/src/pay/first-state.ts reads the same. */
type BillState = {
  readonly view: PaymentView;
  readonly lang: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly languages: readonly Language[];
};
export type BillReaders = {
  readView(transId: string): Promise<PaymentView>;
  listLanguages(): Promise<Language[]>;
  textsOf(language: string): Promise<Readonly<Record<string, string>>>;
};
type Renderer = {
  renderBill(
    state: BillState,
    mode: string,
  ): { readonly html: string; readonly noscript: string; readonly lang: string; readonly dir: string };
};

const LANGUAGE_DEFAULT = 'en';
/** Inside a script element no text may end it; JSON reads the escape as the same character. */
const asScriptData = (state: BillState): string => JSON.stringify(state).replace(/</g, '\\u003c');

/** The payment page's picker keeps the choice in this cookie, for us. */
function languageOf(request: FastifyRequest, languages: readonly Language[]): string {
  const chosen = request.cookies.language;
  return languages.some(({ code }) => code === chosen) && chosen !== undefined ? chosen : LANGUAGE_DEFAULT;
}

/** Texts that say what their key says need not travel. */
const textsFor = (keys: readonly string[], texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(keys.flatMap((key) => (texts[key] === undefined || texts[key] === key ? [] : [[key, texts[key]]])));

/**
 * The payment page with the bill already drawn in it: amount and address are on the screen before any script has come, and without
 * any. When it cannot be read, the bare page goes out and asks for itself.
 */
export async function createBillPage(folder: string, mode: string, page: string, readers: BillReaders) {
  const file = join(folder, 'render-bill.server.mjs');
  if (!existsSync(file)) return async () => page;
  const { renderBill } = (await import(pathToFileURL(file).href)) as Renderer;
  const keys = JSON.parse(readFileSync(join(folder, 'pay-texts.json'), 'utf8')) as string[];

  return async (request: FastifyRequest, transId: string): Promise<string> => {
    try {
      const [view, languages] = await Promise.all([readers.readView(transId), readers.listLanguages()]);
      const lang = languageOf(request, languages);
      const state = { view, lang, texts: textsFor(keys, await readers.textsOf(lang)), languages };
      const { html, noscript, dir } = renderBill(state, mode);
      return page
        .replace('<html lang="en"', () => `<html lang="${lang}" dir="${dir}"`)
        .replace(/<noscript>[\s\S]*<\/noscript>/, () => `<noscript>${noscript}</noscript>`)
        .replace(
          '<div id="root"></div>',
          () => `<div id="root">${html}</div><script type="application/json" id="first-state">${asScriptData(state)}</script>`,
        );
    } catch {
      return page;
    }
  };
}
