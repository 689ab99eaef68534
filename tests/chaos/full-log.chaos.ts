import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { afterFile } from '../../apps/server/test/after-file';
import { startTestApp } from '../../apps/server/test/app';
import { fillDisk, mountDisk } from '../../apps/server/test/parts/disk';
import { expectSound, openShop } from '../../apps/server/test/shop';
import { NETWORK_ENV } from '../../apps/server/test/stores';
import { serveWith, startLogging } from './logging';

/** `npm test` has the same with /dev/full, which never has room again. */
test('F36: while the disk of its log is full the service serves; with room again it logs again', async () => {
  const home = mkdtempSync(join(tmpdir(), 'stablegate-log-'));
  afterFile(() => rmSync(home, { recursive: true, force: true }));
  const disk = join(home, 'disk');
  mountDisk(disk, 1);
  const [file, ballast] = [join(disk, 'log'), join(disk, 'ballast')];
  const app = await startTestApp({ env: NETWORK_ENV });
  const shop = await openShop(app);
  const server = await startLogging(app, openSync(file, 'a'));
  await serveWith(server.url, shop, 'room');
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('"answered"'));

  fillDisk(ballast);
  await serveWith(server.url, shop, 'full');
  await serveWith(server.url, shop, 'still full');
  const { length } = readFileSync(file, 'utf8');
  rmSync(ballast);
  await serveWith(server.url, shop, 'room again');
  await vi.waitFor(() => expect(readFileSync(file, 'utf8').slice(length)).toContain('"answered"'));

  fillDisk(ballast);
  server.signal('SIGTERM');
  expect(await server.ended).toBe('0');
  await expectSound(app);
}, 240_000);
