import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { API_BASE } from '@stablegate/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type BillReaders, canDrawBills, createBillPage } from './bill-page';
import { mountErrorsMarkdown } from './docs/errors-markdown';
import { handleNotFound } from './error-handler';
import { sendPacked } from './packed';
import { mountSecurityTxt } from './security-txt';

export type WebAppOptions = {
  readonly folder: string;
  readonly mode: string;
  readonly supportEmail: string;
  readonly publicUrl: string;
  readonly canMail: boolean;
  readonly businessTimeZone: string;
  readonly bill: BillReaders;
  readonly mayDraw: (request: FastifyRequest) => Promise<boolean>;
};

/** What the browser must know before its first call: meta elements with a placeholder. */
const withMeta = (page: string, name: string, value: string): string =>
  page.replace(new RegExp(`(<meta name="${name}" content=")[^"]*`), (_, start: string) => start + value.replace(/[&<>"]/g, ''));

/** The page names its mode, so that a sandbox cannot be mistaken for production, and what else its screens need to know. */
function readPage(file: string, { folder, mode, supportEmail, canMail, businessTimeZone }: WebAppOptions): string {
  const facts = { mode, 'support-email': supportEmail, mail: canMail ? 'on' : 'off', 'time-zone': businessTimeZone };
  const page = readFileSync(join(folder, file), 'utf8');
  return Object.entries(facts).reduce((text, [name, value]) => withMeta(text, `stablegate-${name}`, value), page);
}

const wantsPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !request.url.startsWith(`${API_BASE}/`) &&
  !request.url.startsWith('/assets/') &&
  (request.headers.accept === undefined || /text\/html|\*\/\*/.test(request.headers.accept));

/** Built files under /assets have a hash in their name and never change; the pages themselves are always revalidated. */
export async function mountWebApp(server: FastifyInstance, options: WebAppOptions): Promise<void> {
  mountSecurityTxt(server, options);
  mountErrorsMarkdown(server);
  if (!existsSync(join(options.folder, 'index.html'))) {
    server.setNotFoundHandler(handleNotFound); // not built, as in API-only tests
    return;
  }
  const app = readPage('index.html', options);
  const pay = readPage('pay.html', options);
  const send = (request: FastifyRequest, reply: FastifyReply, page: string) =>
    sendPacked(request, reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache'), page);

  await server.register(fastifyStatic, {
    root: options.folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false, // the plugin's own header would replace ours
    globIgnore: ['**/*.html', '**/*.gz', '**/*.br', '*.server.mjs', 'pay-texts.json'],
    setHeaders: (response, path) => {
      // Our mails show the logo: web mail programs load it from their own pages.
      if (path.includes('/brand/')) response.setHeader('cross-origin-resource-policy', 'cross-origin');
      response.setHeader('vary', 'accept-encoding');
      response.setHeader('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
  const sendBill = canDrawBills(options.folder)
    ? await createBillPage(options.folder, options.mode, pay, options.bill)
    : (request: FastifyRequest, reply: FastifyReply) => send(request, reply, pay);
  server.get<{ Params: { transId: string } }>('/bill/:transId', async (request, reply) =>
    // Beyond the limit the page comes undrawn and asks for itself, so that nobody reads an error of ours instead of a bill.
    (await options.mayDraw(request)) ? sendBill(request, reply, request.params.transId) : send(request, reply, pay),
  );
  // Every other path belongs to the web app's router, which also has the not-found page.
  server.setNotFoundHandler((request, reply) => (wantsPage(request) ? send(request, reply, app) : handleNotFound(request, reply)));
}
