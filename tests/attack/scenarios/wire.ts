import { connect } from 'node:net';
import { API_BASE } from '@stablegate/contract';
import { request } from 'undici';
import type { Found } from '../matrix/attack';
import type { World } from '../world';
import type { Scenario } from './scenario';

/** The server allows 15 s and looks every few; a busy machine is later. */
const CUT_MS_MAX = 30_000;
const PIECE_MS = 500;
const GIVE_UP_MS = 70_000;

type Raw = { readonly text: string; readonly ms: number };

/** Writes to a connection of its own, and then a byte now and then, until the server ends it. */
function sendRaw({ target }: World, head: readonly string[], body: string): Promise<Raw> {
  const { hostname, port } = new URL(target.origin);
  const began = performance.now();
  let text = '';
  return new Promise((resolve) => {
    const socket = connect(Number.parseInt(port, 10), hostname.replace(/[[\]]/g, ''), () =>
      socket.write([...head, 'Host: localhost', '', body].join('\r\n')),
    );
    const trickle = setInterval(() => {
      if (performance.now() - began > GIVE_UP_MS) socket.destroy();
      else if (!socket.destroyed) socket.write('a');
    }, PIECE_MS);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => undefined); // reset while we write
    socket.on('close', () => {
      clearInterval(trickle);
      resolve({ text, ms: performance.now() - began });
    });
  });
}

const signUp = `POST ${API_BASE}/auth/signup HTTP/1.1`;
const JSON_TYPE = 'Content-Type: application/json';

/** How long the server listens to somebody who sends a body, or the headers, byte by byte. */
async function slowBody(world: World): Promise<Found[]> {
  const slow = async (what: string, head: readonly string[], body: string): Promise<Found[]> => {
    const { ms } = await sendRaw(world, head, body);
    return ms > CUT_MS_MAX ? [{ found: `${what} are read for ${Math.round(ms / 1_000)} seconds` }] : [];
  };
  const slowHeaders = slow('slow headers', [signUp, JSON_TYPE, 'X-Slow: a'], '').catch(() => []);
  return [...(await slow('slow bodies', [signUp, JSON_TYPE, 'Content-Length: 60000'], '{')), ...(await slowHeaders)];
}

/** A proxy that reads the length differently would take the rest for the next customer's request. */
async function smuggled(world: World): Promise<Found[]> {
  const hidden = 'GET /api/v1/auth HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const heads = [
    ['Content-Length: 4', 'Transfer-Encoding: chunked'],
    ['Content-Length: 4', 'Content-Length: 5'],
    ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
    ['Transfer-Encoding: xchunked'],
    ['Content-Length: +4'],
  ];
  const answers = await Promise.all(heads.map((each) => sendRaw(world, [signUp, JSON_TYPE, ...each], `0\r\n\r\n${hidden}`)));
  return answers.flatMap(({ text }, index) => {
    const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status);
    return statuses.length === 1 && statuses[0] === '400' ? [] : [{ found: `${heads[index]?.join(', ')} gets ${statuses.join(' and ')}` }];
  });
}

/** Files that are not there are not the app's page, and those of the installation are not served. */
async function foreignFiles({ target }: World): Promise<Found[]> {
  const paths = ['/favicon.ico', '/.env', '/.git/config', '/package.json', '/..%2f..%2fpackage.json', '/%2e%2e/%2e%2e/etc/passwd'];
  const found = await Promise.all(
    paths.map(async (path): Promise<Found[]> => {
      const { statusCode, headers, body } = await request(target.origin + path);
      const text = await body.text();
      const isPage = String(headers['content-type']).startsWith('text/html') && !/\.[a-z]+$/.test(path); // of an address of the app
      const isIcon = String(headers['content-type']).startsWith('image/');
      const isShown = statusCode === 200 && !isPage && !isIcon;
      return isShown ? [{ found: `${path} is answered with ${headers['content-type']}: ${text.slice(0, 40)}` }] : [];
    }),
  );
  return found.flat();
}

export const WIRE_SCENARIOS: readonly Scenario[] = [
  { name: 'slow headers and bodies', isSlow: true, run: slowBody },
  { name: 'smuggled requests', run: smuggled },
  { name: 'files that are not there', run: foreignFiles },
];
