import { setTimeout as sleep } from 'node:timers/promises';
import type { Network, Store, Wallet } from '@stablegate/contract';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { StoreId, UserId } from '../src/platform/id-types';
import { newUser } from './accounts';
import type { Browser, TestApp } from './app';

export type Merchant = Browser & {
  readonly email: string;
  readonly userId: UserId;
  put(path: string, payload: object): ReturnType<Browser['send']>;
  delete(path: string): ReturnType<Browser['send']>;
};

/** Signed in, with a verified e-mail. */
export async function newMerchant(app: TestApp, username: string): Promise<Merchant> {
  const user = await newUser(app, username);
  await app.platform.db.query.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', user.userId).execute();
  const call = (method: 'PUT' | 'DELETE', path: string, rest: Partial<InjectOptions>) =>
    user.send({ method, url: `/api/v1${path}`, ...rest });
  return { ...user, put: (path, payload) => call('PUT', path, { payload }), delete: (path) => call('DELETE', path, {}) };
}

/** Valid addresses, a new one for each number. */
export const evmAddress = (n: number): string => `0x${n.toString(16).padStart(40, 'a')}`;
export const TRON_ADDRESS = 'TB8royWgSmCiCohyEms2ARz8F1epmZR9bo';
export const SOLANA_ADDRESS = '6cTB7tYQQu3wcVHKsQxqPWV8WNKyZXvAYnbYhih9pk8V';

/** As the wire has it, with its id branded. */
export type OwnStore = Store & { readonly id: StoreId };

export async function newStore(merchant: Merchant, name = 'Tea house', more: object = {}): Promise<OwnStore> {
  const answer = await merchant.post('/store', { name, ...more });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<OwnStore>();
}

export async function addWallet(merchant: Merchant, storeId: string, network: Network, address: string): Promise<Wallet> {
  const answer = await merchant.post('/wallet', { storeId, network, address });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Wallet>();
}

/** Nodes that are never called: the networks count as enabled, and only a watcher would call them. */
export const NETWORK_ENV: Record<string, string> = Object.fromEntries(
  ['TRON', 'BEP20', 'ERC20', 'POLYGON', 'SOLANA'].map((network) => [`${network}_RPC_URLS`, 'http://127.0.0.1:9']),
);

/** A merchant server's request. */
export const callApi = (app: TestApp, apiKey: string) => ({
  post: (path: string, payload?: object) =>
    app.server.inject({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: { 'x-api-key': apiKey },
      ...(payload === undefined ? {} : { payload }),
    }),
  get: (path: string) => app.server.inject({ method: 'GET', url: `/api/v1${path}`, headers: { 'x-api-key': apiKey } }),
});

/** After the trial, with this much to spend. */
export async function giveBalance(app: TestApp, userId: UserId, amountMicros: bigint): Promise<void> {
  await app.platform.db.query
    .updateTable('users')
    .set({ created_at: new Date('2020-01-01') })
    .where('id', '=', userId)
    .execute();
  if (amountMicros === 0n) return;
  await app.platform.db.transaction((tx) =>
    app.services.ledger.adjust(tx, { userId, amountMicros, reference: 'test', idempotencyKey: `test:${userId}:${Math.random()}` }),
  );
}

const BUSY = 503;

/**
 * What many requests that are sent at the same time are answered. On a slow machine some of them wait longer for a connection
 * of the pool than the server allows, and are told to come back (F38): they do, as every client should.
 */
export function atOnce(count: number, send: (index: number) => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse[]> {
  async function answered(index: number): Promise<LightMyRequestResponse> {
    const answer = await send(index);
    const waitSeconds = Number(answer.headers['retry-after']);
    if (answer.statusCode !== BUSY || !Number.isFinite(waitSeconds)) return answer;
    await sleep(waitSeconds * 1_000);
    return answered(index);
  }
  return Promise.all(Array.from({ length: count }, (_, index) => answered(index)));
}
