import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startRedisStandIn, startTestRedis, type TestRedis } from '../../../test/parts/redis';
import { createLogger } from '../log';
import { createRateLimiter } from './rate-limiter';
import { createRedis, type Redis } from './redis';

const log = createLogger('silent');

describe.each([
  ['Redis, as this machine has it', startTestRedis],
  ['the stand-in for machines without one', startRedisStandIn],
])('%s', (_name, startServer) => {
  let server: TestRedis;
  let processes: Redis[];

  beforeAll(async () => {
    server = await startServer();
    processes = [createRedis({ url: server.url, log }), createRedis({ url: server.url, log })];
  });
  afterAll(async () => {
    for (const each of processes) await each.stop();
    await server.stop();
  });

  test('notifications of one process reach the others, and itself', async () => {
    const heard = new Set<string>();
    for (const [index, { notifications }] of processes.entries())
      notifications.subscribe('changed', (payload) => heard.add(`${index} ${payload}`));
    for (const each of processes) each.start();
    // Published again until both have subscribed: what is published before is lost.
    await vi.waitFor(
      () => {
        processes[0]?.notifications.publish('changed', 'inv 2');
        expect([...heard].sort()).toEqual(['0 inv 2', '1 inv 2']);
      },
      { interval: 100 },
    );
  });

  test('a limit holds over all processes; without Redis each counts by itself and no call is refused by mistake', async () => {
    const limiters = processes.map((redis) => createRateLimiter({ scale: 1, set: { contact: 3 }, redis }));
    const allowed: boolean[] = [];
    for (let call = 0; call < 4; call += 1) allowed.push((await limiters[call % 2]?.allows('contact', server.url)) ?? false);
    expect(allowed).toEqual([true, true, true, false]);
    await server.stop();
    expect(await limiters[0]?.allows('resets', 'a')).toBe(true);
  });
});
