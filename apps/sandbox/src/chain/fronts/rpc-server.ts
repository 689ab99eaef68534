import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerJsonRpc, type RpcHandler } from './json-rpc';

export type RpcServer = { readonly port: number; readonly url: string; readonly close: () => Promise<void> };

/** The handler of a path; may wait until the chain is ready. */
export type RouteRpc = (path: string) => Promise<RpcHandler | undefined>;

const HOST = '127.0.0.1';
const BODY_BYTES_MAX = 10 * 1024 * 1024;
/** Longer than clients keep an idle connection, so that none is closed during a request. */
const KEEP_ALIVE_MS = 65_000;

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * A web page the developer visits must not control the chain: pages cannot send cross-origin JSON without permission, nor forge the Host
 * header.
 */
function refusalOf(request: IncomingMessage): { status: number; text: string } | undefined {
  if (request.method !== 'POST') return { status: 405, text: 'JSON-RPC is answered to POST' };
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) return { status: 403, text: 'unknown host' };
  if (!request.headers['content-type']?.startsWith('application/json'))
    return { status: 415, text: 'content-type must be application/json' };
  return undefined;
}

function reply(response: ServerResponse, status: number, text: string, type = 'text/plain'): void {
  response.writeHead(status, { 'content-type': type }).end(text);
}

async function serve(request: IncomingMessage, response: ServerResponse, route: RouteRpc): Promise<void> {
  const refusal = refusalOf(request);
  if (refusal) return reply(response, refusal.status, refusal.text);
  const body = await readBody(request);
  if (body === undefined) return reply(response, 413, 'the request is too large');
  const handler = await route((request.url ?? '/').split('?')[0] ?? '/');
  if (!handler) return reply(response, 404, 'nothing here');
  reply(response, 200, JSON.stringify(await answerJsonRpc(body, handler)), 'application/json');
}

/** Listens on loopback only; port 0 takes a free one. */
export async function startRpcServer(port: number, route: RouteRpc): Promise<RpcServer> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    serve(request, response, route).catch(() => response.destroy()); // the client disconnected while sending
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, HOST, listening);
  });
  const taken = (server.address() as AddressInfo).port;
  return {
    port: taken,
    url: `http://${HOST}:${taken}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
