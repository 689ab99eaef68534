// npm run shop: the example shop, with a sandbox if none is running.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureInstalled } from './lib/install.mjs';
import { root, say } from './lib/steps.mjs';

const START_MS_MAX = 5 * 60_000; // a first start also installs and builds
const baseUrl = process.env.STABLEGATE_URL ?? `http://localhost:${process.env.PORT ?? 8080}`;
/** tsx reads the SDK's sources by the shop's own settings: it looks for a tsconfig.json in the working directory only. */
const env = { STABLEGATE_URL: baseUrl, TSX_TSCONFIG_PATH: join(root, 'examples/shop/tsconfig.json') };
const children = [];

const isReady = () =>
  fetch(`${baseUrl}/ready`).then(
    (response) => response.ok,
    () => false,
  );

function start(program, args) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  children.push(child);
  child.once('exit', (code) => stop(code ?? 1));
}

function stop(code) {
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
  process.exitCode = code;
}

process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));
await ensureInstalled();
if (!(await isReady())) {
  say('No Stablegate is running there yet: starting the sandbox.');
  start(process.execPath, [join(root, 'scripts/start.mjs')]);
  const until = Date.now() + START_MS_MAX;
  while (!(await isReady()) && process.exitCode === undefined && Date.now() < until) await sleep(500);
}
if (process.exitCode === undefined) start(process.execPath, ['--import', 'tsx', join(root, 'examples/shop/src/main.ts')]);
