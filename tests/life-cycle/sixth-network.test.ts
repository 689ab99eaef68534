import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../apps/sandbox/src/postgres/free-port';
import { descriptor as BASE } from '../../packages/rules/src/networks/test/base';
import { listFiles, root } from '../tidy/sources';
import { ADDRESSES, openStore } from './merchant';
import { api, type Started, start, until } from './sandbox';

/** Both have a compiler, a builder and the packages; only ours are looked up in the copy. */
const FOLDERS_OF_PACKAGES = ['apps/server/node_modules', 'tests/node_modules'];
/** A table by network that lacks one has no types; the tests import the server and the sandbox. */
const TYPED = ['apps/web', 'tests'];

const dir = mkdtempSync(join(tmpdir(), 'stablegate-sixth-'));
const copy = join(dir, 'copy');
const FILE = BASE.code.toLowerCase();
let port: number;
let running: Started | undefined;

function copyRepository(): void {
  for (const path of listFiles(/./)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')).filter((each) => each !== '@stablegate'))
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  // Relative links to packages/ and apps/: in the copy they lead to the copy.
  cpSync(join(root, 'node_modules/@stablegate'), join(copy, 'node_modules/@stablegate'), { recursive: true, verbatimSymlinks: true });
  for (const path of FOLDERS_OF_PACKAGES) symlinkSync(join(root, path), join(copy, path));
}

const runIn = (program: string, args: readonly string[]): string =>
  execFileSync(join(copy, 'node_modules', program), args, { cwd: copy, encoding: 'utf8', stdio: 'pipe' });

beforeAll(async () => {
  copyRepository();
  const [from, to] = [join(root, 'packages/rules/src/networks/test'), join(copy, 'packages/rules/src/networks')];
  writeFileSync(join(to, `${FILE}.ts`), readFileSync(join(from, `${FILE}.ts`), 'utf8').replace("'../descriptor'", "'./descriptor'"));
  cpSync(join(from, `${FILE}.svg`), join(copy, 'apps/web/public/networks', `${FILE}.svg`));
  runIn('.bin/tsx', ['apps/server/tools/networks.ts']);
  port = await findFreePort();
}, 120_000);
afterAll(async () => {
  running?.child.kill('SIGTERM');
  await running?.exited;
  rmSync(dir, { recursive: true, force: true });
});

test.each(TYPED)('the types of %s hold with a network more', (project) => {
  runIn('typescript-native/bin/tsc', ['-p', project, '--noEmit']);
});

test('a descriptor and an icon make a network that the sandbox can be paid on', async () => {
  running = start({ PORT: String(port), DATA_DIR: join(dir, 'data'), RATE_LIMIT_SCALE: '100' }, [], copy);
  const { child, output } = running;
  await until('the gateway to be ready', async () => output().includes('Ctrl-C stops') || child.exitCode !== null, 300_000);
  expect(child.exitCode, output()).toBeNull();

  const network = BASE.code;
  const store = await openStore(port, [{ network, address: ADDRESSES.evm }]);
  const transId = await store.newInvoice();
  const page = await (await fetch(`http://localhost:${port}/bill/${transId}`)).text();
  expect(page).toContain(`value="${network}"`);
  expect(page).toContain(BASE.name);
  expect((await fetch(`http://localhost:${port}/networks/${FILE}.svg`)).headers.get('content-type')).toContain('svg');

  const { status, json } = await store.pay(transId, { network });
  expect(status, JSON.stringify(json)).toBe(200);
  await store.untilStatus(transId, 'SUCCESS');
  expect(await store.details(transId)).toMatchObject({ network, feeAmount: '0.050000', toAddress: ADDRESSES.evm, flags: [] });
  const networks = (await (await api(port, '/networks')).json()) as { network: string }[];
  expect(networks.find((each) => each.network === network)).toMatchObject({ name: BASE.name, status: 'active' });
}, 360_000);
