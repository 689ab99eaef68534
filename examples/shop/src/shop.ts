import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { StablegateClient } from '@stablegate/sdk';
import { verifyCallback } from '@stablegate/sdk/callbacks';
import type { Credentials } from './credentials';
import type { Orders } from './orders';
import { orderPage, shopPage } from './pages';

const PRICE = '4.50';
const BODY_BYTES_MAX = 64 * 1024;

export type ShopParts = {
  readonly stablegate: StablegateClient;
  readonly credentials: Credentials;
  readonly orders: Orders;
  /** This shop's URL for browsers and the gateway. */
  readonly url: () => string;
};

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) throw new Error('The body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const html = (response: ServerResponse, text: string) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text);
const json = (response: ServerResponse, status: number, value: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

async function buy({ stablegate, orders, url }: ShopParts, response: ServerResponse): Promise<void> {
  const order = orders.open(PRICE);
  const invoice = await stablegate.createInvoice({
    name: 'One bag of coffee',
    amount: order.amount,
    request_id: order.id,
    callback_url: `${url()}/callback`,
    success_url: `${url()}/orders/${order.id}`,
    cancel_url: url(),
  });
  order.payUrl = invoice.url_payment;
  response.writeHead(303, { location: invoice.url_payment, 'x-order': order.id }).end();
}

async function receiveCallback({ credentials, orders }: ShopParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { apiKey, merchantId, callbackSecret: secret } = credentials;
  const result = verifyCallback({ headers: request.headers, body: await readBody(request), secret, apiKey, merchantId });
  if (!result.ok) {
    json(response, 401, { status: 'error', message: result.fault });
    return;
  }
  const { callback } = result;
  const order = orders.find(callback.request_id);
  if (order !== undefined && orders.isNew(result.id)) {
    order.status = callback.status === 'completed' ? 'paid' : 'expired';
    order.hash = callback.trans_hash;
  }
  json(response, 200, { status: 'success', message: 'Thank you' });
}

async function answer(parts: ShopParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const order = parts.orders.find(/^\/orders\/([\w-]+)/.exec(url)?.[1] ?? '');
  if (method === 'POST' && url === '/buy') await buy(parts, response);
  else if (method === 'POST' && url === '/callback') await receiveCallback(parts, request, response);
  else if (method === 'GET' && order !== undefined) html(response, orderPage(order));
  else if (method === 'GET' && url === '/') html(response, shopPage(PRICE));
  else json(response, 404, { status: 'error', message: 'Not found' });
}

export const createShop = (parts: ShopParts): Server =>
  createServer((request, response) => {
    answer(parts, request, response).catch((error: unknown) =>
      json(response, 502, { status: 'error', message: error instanceof Error ? error.message : String(error) }),
    );
  });
