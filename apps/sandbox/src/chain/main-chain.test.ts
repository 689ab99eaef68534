import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('./main-chain.ts', import.meta.url));
/** Bundled as shipped; inside the workspace, because third-party packages stay outside the bundle. */
const BUNDLE = fileURLToPath(new URL(`../../.cache/main-chain-${process.pid}.js`, import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'main-chain-'));
const children: ChildProcess[] = [];

type Ready = { ready: true; port: number; url: string };
type Block = { number: string; hash: string; transactions: string[] };

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
const alias = { '@stablegate/rules': fileURLToPath(new URL('../../../../packages/rules/src', import.meta.url)) };
beforeAll(() => {
  const how = { bundle: true, format: 'esm', platform: 'node', packages: 'external', alias } as const;
  return build({ entryPoints: [SOURCE], outfile: BUNDLE, ...how });
});
afterAll(() => {
  for (const path of [root, BUNDLE]) rmSync(path, { recursive: true, force: true });
});

function launch(...args: string[]) {
  const child = spawn(process.execPath, [BUNDLE, ...args], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  children.push(child);
  const text = { out: '', err: '' };
  child.stdout?.on('data', (chunk) => {
    text.out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    text.err += chunk;
  });
  return { child, text, exited: once(child, 'close') as Promise<[number | null, string | null]> };
}

async function launchReady(...args: string[]) {
  const started = launch(...args);
  const [ready] = (await once(started.child, 'message')) as [Ready];
  return { ...started, ready };
}

async function post(url: string, body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) {
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function call<T>(url: string, method: string, params?: unknown): Promise<T> {
  const answer = (await (await post(url, { jsonrpc: '2.0', id: 1, method, params })).json()) as { result: T; error?: { message: string } };
  if (answer.error) throw new Error(answer.error.message);
  return answer.result;
}

test('it reports readiness in one line, answers both paths and batches, and stops on SIGTERM', async () => {
  const { child, text, exited, ready } = await launchReady('--port', '0', '--dir', join(root, 'plain'));
  expect(text.out).toBe(`${JSON.stringify(ready)}\n`);
  expect(ready.url).toBe(`http://127.0.0.1:${ready.port}`);
  const batch = await post(ready.url, [{ id: 7, method: 'eth_chainId' }, { id: 'x', method: 'evm_mine' }, {}]);
  expect(await batch.json()).toMatchObject([
    { id: 7, result: '0x7a69' },
    { id: 'x', error: { code: -32601 } },
    { error: { code: -32600 } },
  ]);
  expect(await call(`${ready.url}/jsonrpc`, 'eth_chainId')).toBe('0x7a69');
  expect((await post(`${ready.url}/other`, {})).status).toBe(404);
  expect((await post(ready.url, {}, { 'content-type': 'text/plain' })).status).toBe(415);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect(text.err).toBe('');
});

test('every block that was visible is there after kill -9, with the same hash', async () => {
  const dir = join(root, 'killed');
  const first = await launchReady('--port', '0', '--dir', dir, '--blocks-every-ms', '100');
  const seen = new Map<string, Block>();
  const transfers = Array.from({ length: 10 }, (_, index) => ({ network: 'BEP20', to: `0x${'c0'.repeat(20)}`, amountRaw: `${index}` }));
  let paid: string[] = [];
  while (seen.size <= 5) {
    ({ txHashes: paid } = await call<{ txHashes: string[] }>(first.ready.url, 'sandbox_transferBatch', { transfers }));
    const block = await call<Block>(first.ready.url, 'eth_getBlockByNumber', ['latest', false]);
    seen.set(block.number, block);
  }
  const last = await call<Block>(first.ready.url, 'eth_getBlockByNumber', ['latest', false]);
  first.child.kill('SIGKILL');
  await first.exited;
  seen.set(last.number, last);

  const { ready } = await launchReady('--port', '0', '--dir', dir);
  for (const [number, block] of seen) expect(await call(ready.url, 'eth_getBlockByNumber', [number, false])).toEqual(block);
  for (const hash of paid) expect(await call(ready.url, 'eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' });
});

test('it exits when its parent exits, and a second node waits for the directory meanwhile', async () => {
  const dir = join(root, 'orphan');
  const first = await launchReady('--port', '0', '--dir', dir, '--blocks-every-ms', '100');
  const ended = once(first.child, 'exit'); // 'close' is not emitted once the parent's end of the channel is shut
  const second = launchReady('--port', '0', '--dir', dir);
  const early = await Promise.race([second, new Promise<'waiting'>((resolve) => setTimeout(resolve, 1500, 'waiting'))]);
  expect(early).toBe('waiting');
  first.child.disconnect();
  expect(await ended).toEqual([0, null]);
  expect((await second).ready.ready).toBe(true);
});

test('a used port and an unusable directory end it with code 1 and one sentence', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const port = String((blocker.address() as { port: number }).port);
  const taken = launch('--port', port, '--dir', join(root, 'taken'));
  writeFileSync(join(root, 'file'), '');
  const unusable = launch('--port', '0', '--dir', join(root, 'file', 'inside'));
  expect([await taken.exited, await unusable.exited]).toEqual([
    [1, null],
    [1, null],
  ]);
  blocker.close();
  expect(taken.text).toEqual({ out: '', err: `Port ${port} on 127.0.0.1 is already taken.\n` });
  expect(unusable.text.err).toMatch(/^The chain directory .* cannot be used: .*\.\n$/);
});
