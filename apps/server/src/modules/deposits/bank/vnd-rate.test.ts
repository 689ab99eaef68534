import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { isBelievable, rateIn } from '../../../platform/rates/read-rate';

test.each([
  ['{"rates":{"VND":26125.37}}', 'rates.VND', 26_125_370_000n],
  ['{"rates":{"VND":"26125.3712345678"}}', 'rates.VND', 26_125_371_234n],
  ['26000', 'rates.VND', 26_000_000_000n],
  ['{"data":{"vnd":{"sell":26100}}}', 'data.vnd.sell', 26_100_000_000n],
  ['{"rates":{"VND":-1}}', 'rates.VND', undefined],
  ['{"rates":{"VND":1e30}}', 'rates.VND', undefined],
  ['{"rates":{}}', 'rates.VND', undefined],
  ['{"rates":{}}', 'rates.toString', undefined],
  ['{"rates":null}', 'rates.VND', undefined],
  ['null', 'rates.VND', undefined],
  ['<html>', 'rates.VND', undefined],
])('in %s at %s stands %s', (text, path, micros) => expect(rateIn(text, path)).toBe(micros));

test('a rate that is off by a factor of two is rejected', () => {
  expect([13_000n, 26_000n, 52_000n].map((value) => isBelievable(value, 26_000n))).toEqual([true, true, true]);
  expect([12_999n, 52_001n, 0n].map((value) => isBelievable(value, 26_000n))).toEqual([false, false, false]);
});

describe('the rate from an address', () => {
  let respond: (response: ServerResponse) => void;
  const server = createServer((_request, response) => respond(response));
  let app: TestApp;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    app = await startTestApp({ env: { VND_RATE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest` } });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const answering = async (write: typeof respond): Promise<bigint> => {
    respond = write;
    await app.services.deposits.refreshRate();
    return app.services.deposits.readRate();
  };

  test('is used when it is good, and kept when the address fails', async () => {
    expect(await answering((response) => response.writeHead(500).end('{"rates":{"VND":25000}}'))).toBe(26_000_000_000n);
    expect(await answering((response) => response.end('{"rates":{"VND":26250.5}}'))).toBe(26_250_500_000n);
    expect(await answering((response) => response.end('{"rates":{"VND":2.6}}'))).toBe(26_250_500_000n);
    expect(await answering((response) => response.end(`{"rates":{"VND":26300},"x":"${'x'.repeat(70_000)}"}`))).toBe(26_250_500_000n);
    expect(await answering((response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end())).toBe(26_250_500_000n);
    expect(await answering((response) => response.destroy())).toBe(26_250_500_000n);
    expect(await answering((response) => response.end('{"rates":{"VND":26300}}'))).toBe(26_300_000_000n);
  });
});
