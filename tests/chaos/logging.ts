import { closeSync } from 'node:fs';
import { expect } from 'vitest';
import { PASSWORD } from '../../apps/server/test/accounts';
import { afterFile } from '../../apps/server/test/after-file';
import type { TestApp } from '../../apps/server/test/app';
import type { ServerProcess } from '../../apps/server/test/processes/server-process';
import { startRoleProcess } from '../../apps/server/test/processes/watcher-process';
import type { Shop } from '../../apps/server/test/shop';
import { NETWORK_ENV } from '../../apps/server/test/stores';

const ORDERS = 20;

/** A real process with a line for every request, in this open file. */
export async function startLogging(app: TestApp, stdout: number): Promise<ServerProcess> {
  const server = await startRoleProcess({ app, networks: [], roles: 'api,worker', stdout, env: { ...NETWORK_ENV, LOG_LEVEL: 'debug' } });
  closeSync(stdout);
  afterFile(server.kill);
  return server;
}

/** Orders, reads, pages and a sign-in, one after the other: a request that waits for the log is never answered. */
export async function serveWith(url: string, shop: Shop, name: string): Promise<void> {
  const headers = { 'x-api-key': shop.apiKey, 'content-type': 'application/json' };
  for (let order = 0; order < ORDERS; order += 1) {
    const body = JSON.stringify({ name: 'Tea', amount: String(10 + order), request_id: `${name} ${order}` });
    const created = await fetch(`${url}/api/v1/payment/invoice`, { method: 'POST', headers, body });
    expect(created.status, await created.clone().text()).toBe(201);
    const { data } = (await created.json()) as { data: { trans_id: string } };
    expect((await fetch(`${url}/api/v1/payment/invoice/${data.trans_id}`, { headers })).status).toBe(200);
    expect((await fetch(`${url}/bill/${data.trans_id}`)).status).toBe(200);
  }
  const [username = ''] = shop.merchant.email.split('@');
  const signIn = { method: 'POST', body: new URLSearchParams({ username, password: PASSWORD }) };
  expect((await fetch(`${url}/api/v1/auth/login`, signIn)).status).toBe(200);
  expect((await fetch(`${url}/ready`)).status).toBe(200);
}
