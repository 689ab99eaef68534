import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createRawServer } from 'node:net';
import { format } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNameResolver, isBlockedAddress, isBlockedPort, type OutboundRules } from './outbound-addresses';
import { createOutboundHttp } from './outbound-http';

const BLOCKED = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://0x7f.1/',
  'http://2130706433/',
  'http://017700000001/',
  'http://0/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:8.8.8.8]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::a00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[2001:db8::1]/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
  'http://[100::1]/',
  'http://10.1.2.3/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://100.100.100.200/',
  'http://169.254.169.254/latest/meta-data',
  'http://168.63.129.16/',
  'http://192.0.0.192/',
  'http://198.18.0.1/',
  'http://203.0.113.7/',
  'http://224.0.0.1/',
  'http://239.255.255.250/',
  'http://255.255.255.255/',
  'http://localhost/',
  'http://LOCALHOST./',
  'http://a.localhost/',
  'http://user@127.0.0.1/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
];
const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '172.32.0.1',
  '100.128.0.1',
  '192.0.1.1',
  '2606:4700:4700::1111',
  '2a00:1450::1',
  '2001:4860:4860::8888',
];
const message = { headers: { 'content-type': 'application/json' }, body: '{}' };

let server: Server;
let port = 0;
let requests = 0;
let connections = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    requests += 1;
    if (request.url === '/hang') return;
    if (request.url === '/drip') {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    } else if (request.url === '/endless') {
      const more = () => response.write(Buffer.alloc(16_384, 120), () => setImmediate(more));
      response.on('close', () => response.removeAllListeners()).on('error', () => undefined);
      more();
    } else if (request.url === '/break') {
      response.writeHead(500, { 'content-length': '100' }).write('half');
      setTimeout(() => response.destroy(), 20);
    } else if (request.url === '/nul') response.end('a\0b');
    else response.end(`${request.method} ${request.headers.host}`);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const WEB = [443, 80];
/** All ports, so that the address alone is judged. */
const portsOf = (url: string): number[] => [...WEB, Number(URL.parse(url)?.port)];

test.each(BLOCKED)('production sends nothing to %s', async (url) => {
  const http = createOutboundHttp({ allowLoopback: false, ports: portsOf(url) });
  expect(await http.post(url, message)).toMatchObject({ outcome: 'blocked_address' });
});

describe('a port', () => {
  const refused = (url: string, rules: OutboundRules) => isBlockedPort(new URL(url), rules);
  test.each([
    ['https://shop.example/', [443], false],
    ['https://shop.example:443/', [443], false],
    ['http://shop.example/', [443], true],
    ['http://shop.example:443/', [443], true],
    ['https://shop.example:8443/', [443], true],
    ['https://shop.example:22/', WEB, true],
    ['http://shop.example/', WEB, false],
    ['https://shop.example:8443/', [443, 8443], false],
    ['http://shop.example:8443/', [443, 8443], true],
    ['http://127.0.0.1:5432/', WEB, true],
  ])('of %s among %j', (url, ports, expected) => expect(refused(url, { allowLoopback: false, ports })).toBe(expected));
  test('of this machine may be any in the sandbox, of another may not', () => {
    const sandbox = { allowLoopback: true, ports: WEB };
    for (const host of ['127.0.0.1', '127.1', 'localhost', 'shop.localhost', '[::1]'])
      expect(refused(`http://${host}:39123/`, sandbox)).toBe(false);
    for (const host of ['shop.example', 'localhost.example', '10.0.0.1', '[::2]'])
      expect(refused(`http://${host}:39123/`, sandbox)).toBe(true);
  });
  test('that is not allowed gets nothing, although the address is', async () => {
    const before = connections;
    const http = createOutboundHttp({ allowLoopback: true, ports: WEB, resolve: async () => ['127.0.0.1'] });
    expect(await http.post(`http://shop.example:${port}/`, message)).toMatchObject({ outcome: 'blocked_address' });
    expect(connections).toBe(before);
  });
});

test('public addresses are allowed, anything that is no address is blocked', () => {
  for (const address of PUBLIC) expect(isBlockedAddress(address, { allowLoopback: false }), address).toBe(false);
  for (const address of ['', 'shop.example', '127.1', '::1%lo', '2606:4700::1%eth0'])
    expect(isBlockedAddress(address, { allowLoopback: true }), address).toBe(true);
});

test('the sandbox allows loopback and nothing else', async () => {
  for (const address of ['127.0.0.1', '127.8.8.8', '::1']) expect(isBlockedAddress(address, { allowLoopback: true }), address).toBe(false);
  for (const address of ['10.0.0.1', '169.254.169.254', '::', '::ffff:127.0.0.1', 'fe80::1'])
    expect(isBlockedAddress(address, { allowLoopback: true }), address).toBe(true);
});

describe('a name', () => {
  test('F32: with one bad address among good ones is refused', async () => {
    const before = connections;
    for (const addresses of [['93.184.215.14', '127.0.0.1'], ['93.184.215.14', '::1'], ['169.254.169.254']]) {
      const http = createOutboundHttp({ allowLoopback: false, ports: [80, port], resolve: async () => addresses });
      expect(await http.post(`http://shop.example:${port}/`, message)).toMatchObject({ outcome: 'blocked_address' });
    }
    expect(connections).toBe(before);
  });

  test('F32: is resolved once, and the message goes to that address, under its own name', async () => {
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return asked === 1 ? ['127.0.0.1'] : ['10.0.0.1'];
    };
    const http = createOutboundHttp({ allowLoopback: true, ports: [80, port], resolve });
    expect(await http.post(`http://shop.example:${port}/`, message)).toMatchObject({ response: `POST shop.example:${port}` });
    expect(asked).toBe(1);
    const before = requests;
    expect(await http.post(`http://shop.example:${port}/`, message)).toMatchObject({ outcome: 'blocked_address' });
    expect(requests).toBe(before); // although a connection was still open
  });

  test('that does not resolve is unreachable; one whose resolution hangs reaches the deadline', async () => {
    const none = createOutboundHttp({ allowLoopback: true, ports: [80, port], resolve: async () => [] });
    expect(await none.post('http://shop.example/', message)).toMatchObject({ outcome: 'unreachable' });
    const silent = createOutboundHttp({ allowLoopback: true, ports: WEB, deadlineMs: 100, resolve: () => new Promise(() => undefined) });
    expect(await silent.post('http://shop.example/', message)).toMatchObject({ outcome: 'timeout' });
    expect(await createNameResolver()('app.localhost')).toEqual(['127.0.0.1', '::1']);
  });
});

describe('a receiver', () => {
  const http = createOutboundHttp({ allowLoopback: true, ports: WEB, deadlineMs: 400 });
  const post = (path: string) => http.post(`http://127.0.0.1:${port}${path}`, message);

  test('that hangs ends at the deadline', async () => {
    const result = await post('/hang');
    expect(result).toMatchObject({ outcome: 'timeout' });
    expect(result.durationMs).toBeGreaterThanOrEqual(390);
  });

  test('F31: that drips its response has answered, and ends at the deadline too', async () => {
    const result = await post('/drip');
    expect(result).toMatchObject({ outcome: 'answered', httpStatus: 200 });
    expect(result.durationMs).toBeGreaterThanOrEqual(390);
  });

  test('F31: that sends without end is cut off', async () => {
    expect(await post('/endless')).toMatchObject({ outcome: 'answered', response: 'x'.repeat(2_048) });
  });

  test('that breaks off half-way is judged by its status', async () => {
    expect(await post('/break')).toMatchObject({ outcome: 'answered', httpStatus: 500, response: 'half' });
    expect(await post('/nul')).toMatchObject({ response: 'ab' });
  });

  test('that closes a kept-alive connection gets the message over a new one', async () => {
    expect(await post('/')).toMatchObject({ outcome: 'answered' });
    server.closeIdleConnections();
    expect(await post('/')).toMatchObject({ outcome: 'answered', httpStatus: 200 });
  });

  test('that closes a connection while a second message is written gets it over a new one, a first message only once', async () => {
    const messages: number[] = [];
    const raw = createRawServer((socket) => {
      const connection = messages.push(0) - 1;
      socket
        .on('error', () => undefined)
        .on('data', (data) => {
          if (!data.includes('POST')) return;
          messages[connection] = (messages[connection] ?? 0) + 1;
          if (connection === 0 && messages[0] === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
          else if (connection === 1) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok');
          else socket.resetAndDestroy();
        });
    });
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    const send = () => http.post(`http://127.0.0.1:${(raw.address() as AddressInfo).port}/`, message);
    expect([await send(), await send()]).toMatchObject([{ outcome: 'answered' }, { outcome: 'answered' }]);
    expect(await send()).toMatchObject({ outcome: 'unreachable' });
    expect(messages).toEqual([2, 1, 1]);
    raw.close();
  });

  test('gets the user name and password of its URL', async () => {
    const seen: (string | undefined)[] = [];
    const guarded = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end();
    });
    await new Promise<void>((resolve) => guarded.listen(0, '127.0.0.1', resolve));
    await http.post(`http://shop:p%40ss@127.0.0.1:${(guarded.address() as AddressInfo).port}/`, message);
    guarded.close();
    guarded.closeAllConnections();
    expect(seen).toEqual([`Basic ${Buffer.from('shop:p@ss').toString('base64')}`]);
  });

  test('with a certificate that nobody vouches for gets nothing', async () => {
    const said: string[] = [];
    const note = (_data: unknown, ...texts: unknown[]) => void said.push(format(...texts));
    const logger = { trace: note, debug: note, info: note, warn: note, error: note, fatal: note };
    const secure = new SMTPServer({ secure: true, logger }); // has a self-signed certificate of its own, and logs each line it is sent
    secure.on('error', () => undefined);
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    const { port: securePort } = secure.server.address() as AddressInfo;
    expect(await http.post(`https://127.0.0.1:${securePort}/`, message)).toMatchObject({ outcome: 'unreachable' });
    expect(said.some((line) => line.includes('POST'))).toBe(false);
    await new Promise<void>((resolve) => secure.close(resolve));
  });

  test('with plain text behind an https URL is unreachable', async () => {
    expect(await http.post(`https://127.0.0.1:${port}/`, message)).toMatchObject({ outcome: 'unreachable' });
  });
});
