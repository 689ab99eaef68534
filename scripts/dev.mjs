// npm run dev: the sandbox, with the gateway rebuilt and restarted when its sources change, and the web app served by Vite with hot reload.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { bin, root, say } from './lib/steps.mjs';

const WATCHED = ['packages', 'apps/server/src', 'apps/server/locales', 'apps/sandbox/src'];
const SETTLE_MS = 200;

await ensureInstalled();
await ensureBuilt();
const { main } = await import(pathToFileURL(join(root, 'apps/sandbox/dist/main.js')).href);
const sandbox = await main(process.argv.slice(2), { underNpm: process.env.npm_lifecycle_event !== undefined });
const vite = spawn(bin('vite'), ['--clearScreen', 'false'], {
  cwd: join(root, 'apps/web'),
  env: { ...process.env, API_URL: sandbox.url },
  stdio: 'inherit',
});
process.on('exit', () => vite.kill());

let timer;
let rebuilding = Promise.resolve();
async function rebuild() {
  try {
    await ensureBuilt(['server', 'sandbox']);
    await sandbox.restartGateway();
    say('The gateway runs the new code.');
  } catch (error) {
    say(`Not restarted: ${error instanceof Error ? error.message : error}`);
  }
}
for (const folder of WATCHED) {
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (file === null || /\.test\.tsx?$|\.lock$/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      rebuilding = rebuilding.then(rebuild);
    }, SETTLE_MS);
  });
}
