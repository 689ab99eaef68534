import type { Connect, Plugin } from 'vite';

const rewrite: Connect.NextHandleFunction = (request, _response, next) => {
  if (/^(\/embed)?\/bill\//.test(request.url ?? '')) request.url = '/pay.html';
  next();
};

/** In development /bill/{transId} opens the payment page, like the server in production. */
export const billPage = (): Plugin => ({
  name: 'bill-page',
  configureServer: (server) => {
    server.middlewares.use(rewrite);
  },
  configurePreviewServer: (server) => {
    server.middlewares.use(rewrite);
  },
});
