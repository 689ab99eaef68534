import { openSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { startTestApp } from '../../apps/server/test/app';
import { openStuckPipe } from '../../apps/server/test/parts/stuck-pipe';
import { expectSound, openShop } from '../../apps/server/test/shop';
import { NETWORK_ENV } from '../../apps/server/test/stores';
import { serveWith, startLogging } from './logging';

test('F36: while nobody reads its log the service serves as before, stops when told to, and logs again once somebody reads', async () => {
  const app = await startTestApp({ env: NETWORK_ENV });
  const shop = await openShop(app);
  const pipe = await openStuckPipe();
  const server = await startLogging(app, pipe.fd);
  await serveWith(server.url, shop, 'read');
  await vi.waitFor(() => expect(pipe.read()).toContain('"answered"'));

  pipe.stick();
  await serveWith(server.url, shop, 'stuck');
  const before = pipe.read().length;
  pipe.resume();
  await serveWith(server.url, shop, 'again');
  await vi.waitFor(() => expect(pipe.read().slice(before)).toContain('"answered"'));

  pipe.stick();
  await serveWith(server.url, shop, 'stuck again');
  server.signal('SIGTERM');
  expect(await server.ended).toBe('0');
  await expectSound(app);
}, 240_000);

test('F36: with a log whose disk has no room at all the service serves, and stops when told to', async () => {
  const app = await startTestApp({ env: NETWORK_ENV });
  const shop = await openShop(app);
  const server = await startLogging(app, openSync('/dev/full', 'w'));
  await serveWith(server.url, shop, 'full');
  server.signal('SIGTERM');
  expect(await server.ended).toBe('0');
  await expectSound(app);
}, 240_000);
