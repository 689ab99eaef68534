import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { afterFile } from '../../test/after-file';
import { startTestApp } from '../../test/app';
import { startRoleProcess } from '../../test/processes/watcher-process';
import { openShop } from '../../test/shop';
import { NETWORK_ENV } from '../../test/stores';

const SPARE = 10;
const SOCKETS = 60;

test('F37: without file descriptors new connections end, open ones are served, and all is well when some are free again', async () => {
  const app = await startTestApp({ env: NETWORK_ENV });
  const shop = await openShop(app);
  const server = await startRoleProcess({ app, networks: [], roles: 'api' });
  afterFile(server.kill);
  const { hostname, port } = new URL(server.url);

  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  afterFile(() => agent.destroy());
  /** On the one connection that is open. */
  const ask = async (path: string) => {
    const call = request({ agent, hostname, port, path, headers: { 'x-api-key': shop.apiKey } }).end();
    const [response] = await once(call, 'response');
    response.resume();
    await once(response, 'end');
    return { status: response.statusCode as number, socket: call.socket };
  };
  const events = '/api/v1/payment/events';
  const first = await ask(events);
  expect(first.status).toBe(200);

  const used = readdirSync(`/proc/${server.pid}/fd`).length;
  execFileSync('prlimit', ['--pid', String(server.pid), `--nofile=${used + SPARE}:`]);
  const sockets: Socket[] = [];
  let ended = 0;
  for (let index = 0; index < SOCKETS; index += 1) {
    const socket = connect(Number.parseInt(port, 10), hostname);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      ended += 1;
    });
    sockets.push(socket);
  }
  const release = () => {
    for (const socket of sockets) socket.destroy();
  };
  afterFile(release);
  await vi.waitFor(() => expect(ended).toBeGreaterThan(0));
  const refused = fetch(`${server.url}/ready`).then(
    ({ status }) => status,
    () => 'refused',
  );
  expect(await refused).toBe('refused');
  const during = await ask(events);
  expect([during.status, during.socket]).toEqual([200, first.socket]);

  release();
  await vi.waitFor(async () => expect((await fetch(`${server.url}/ready`)).status).toBe(200));
}, 240_000);
