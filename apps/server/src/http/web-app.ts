import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { API_BASE } from '@stablegate/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mountErrorsMarkdown } from './docs/errors-markdown';
import { allowFraming, type EmbedPage, type EmbedReaders, isEmbedded } from './embed/embed-pages';
import { handleNotFound } from './error-handler';
import { sendPacked } from './packed';
import { mountSecurityTxt } from './security-txt';
import { type AppReaders, createAppPage, hasAppRenderer } from './ssr/app-page';
import { type BillReaders, createBillPage, hasBillRenderer } from './ssr/bill-page';
import { allowWalletConnect } from './wallet-connect';

export type WebAppOptions = {
  readonly folder: string;
  readonly mode: string;
  readonly supportEmail: string;
  readonly publicUrl: string;
  readonly canMail: boolean;
  readonly businessTimeZone: string;
  readonly walletConnectProjectId: string | undefined;
  readonly drawing: Omit<AppReaders, 'canServerRender'> & BillReaders;
  readonly embed: EmbedReaders;
  readonly canServerRender: (request: FastifyRequest) => Promise<boolean>;
};

/** What the browser must know before its first call: meta elements with a placeholder. */
const withMeta = (page: string, name: string, value: string): string =>
  page.replace(new RegExp(`(<meta name="${name}" content=")[^"]*`), (_, start: string) => start + value.replace(/[&<>"]/g, ''));

/** The page names its mode, so that a sandbox cannot be mistaken for production, and what else its screens need to know. */
function readPage(file: string, options: WebAppOptions): string {
  const { folder, mode, supportEmail, canMail, businessTimeZone, walletConnectProjectId = '' } = options;
  const facts = {
    mode,
    'support-email': supportEmail,
    mail: canMail ? 'on' : 'off',
    'time-zone': businessTimeZone,
    walletconnect: walletConnectProjectId,
  };
  const page = readFileSync(join(folder, file), 'utf8');
  return Object.entries(facts).reduce((text, [name, value]) => withMeta(text, `stablegate-${name}`, value), page);
}

/** Navigations ask for HTML. Tools take anything: they get the page, but not in place of a file. */
function wantsPage({ method, url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || url.startsWith(`${API_BASE}/`) || url.startsWith('/assets/')) return false;
  const [path = ''] = url.split('?', 1);
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.[a-z\d]{2,5}$/i.test(path));
}

/** Shops load the script of the button from their own pages. What it does may be mended within the hour. */
function allowElsewhere(reply: Pick<FastifyReply, 'header'>): void {
  reply.header('cross-origin-resource-policy', 'cross-origin');
  reply.header('access-control-allow-origin', '*'); // for <script crossorigin>; the file is the same for everyone
  reply.header('cache-control', 'public, max-age=3600, stale-while-revalidate=86400');
}

type SendPage = (request: FastifyRequest, reply: FastifyReply, id: string) => Promise<FastifyReply>;

/** Separate paths: every other page stays unframable, whatever its query says. */
function mountEmbedded(
  server: FastifyInstance,
  { embed: { originsOf }, publicUrl }: WebAppOptions,
  pages: Readonly<Record<EmbedPage, SendPage>>,
): void {
  const own = new URL(publicUrl).origin; // our own screen shows merchants how their button works
  for (const page of ['bill', 'pay'] as const) {
    server.get<{ Params: { id: string } }>(`/embed/${page}/:id`, async (request, reply) => {
      const { id } = request.params;
      allowFraming(request, reply, [...(await originsOf(page, id)), own]);
      return pages[page](request, reply, id);
    });
  }
}

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
    sendPacked(
      request,
      reply.type('text/html; charset=utf-8').header('cache-control', isEmbedded(request) ? 'no-store' : 'no-cache'),
      page,
    );

  await server.register(fastifyStatic, {
    root: options.folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false, // the plugin's own header would replace ours
    globIgnore: ['**/*.html', '**/*.gz', '**/*.br', '*.server.mjs', 'before-paint.js', 'after-paint.js', 'pay-texts.json'],
    setHeaders: (reply, path) => {
      // Our mails show the logo: web mail programs load it from their own pages.
      if (path.includes('/brand/')) reply.header('cross-origin-resource-policy', 'cross-origin');
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
      if (path.includes('/embed/')) allowElsewhere(reply);
    },
  });
  const sendBill = hasBillRenderer(options.folder)
    ? await createBillPage(options.folder, options.mode, pay, options.drawing)
    : (request: FastifyRequest, reply: FastifyReply) => send(request, reply, pay);
  const render = async (request: FastifyRequest, reply: FastifyReply, transId: string) => {
    const policy = String(reply.getHeader('content-security-policy'));
    if (options.walletConnectProjectId !== undefined) void reply.header('content-security-policy', allowWalletConnect(policy));
    // Beyond the limit the page comes without content and asks for itself, so that nobody reads an error of ours instead of a bill.
    return (await options.canServerRender(request)) ? sendBill(request, reply, transId) : send(request, reply, pay);
  };
  server.get<{ Params: { id: string } }>('/bill/:id', (request, reply) => render(request, reply, request.params.id));
  mountEmbedded(server, options, { bill: render, pay: (request, reply) => send(request, reply, app) });
  // Every other path belongs to the web app's router, which also has the not-found page.
  const sendServerRendered = hasAppRenderer(options.folder)
    ? createAppPage(options.folder, app, { ...options.drawing, canServerRender: options.canServerRender })
    : async () => false;
  server.setNotFoundHandler(async (request, reply) => {
    if (!wantsPage(request)) return handleNotFound(request, reply);
    if (await sendServerRendered(request, reply)) return reply;
    return send(request, reply, app);
  });
}
