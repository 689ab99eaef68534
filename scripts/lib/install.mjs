// Installs what package-lock.json names, only if something is missing.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, say, seconds } from './steps.mjs';

const NODE_MIN = [20, 19];

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1])) return;
  process.stderr.write(`Node ${NODE_MIN.join('.')} or newer is needed; this is ${process.versions.node}.\n`);
  process.exit(1);
}

const readLock = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** npm keeps a copy of the lock of the actual installation; missing optional packages are those of other platforms. */
function isInstalled() {
  const installedFile = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const installed = readLock(installedFile);
  return Object.entries(readLock(join(root, 'package-lock.json'))).every(
    ([path, wanted]) =>
      !path.startsWith('node_modules/') || wanted.optional || wanted.peer || wanted.link || installed[path]?.version === wanted.version,
  );
}

export async function ensureInstalled() {
  checkNode();
  if (isInstalled()) return;
  const began = Date.now();
  say('Installing the packages (once; one to three minutes) …');
  const tick = setInterval(() => say(`  still installing, ${seconds(began)}`), 15_000);
  // Not `npm ci`: it refuses a lock without the optional packages of other platforms, which not every registry has.
  const { ok } = await run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], { minutes: 10 });
  clearInterval(tick);
  if (!ok) {
    process.stderr.write('The packages could not be installed. Is the npm registry reachable?\n');
    process.exit(1);
  }
  say(`Installed in ${seconds(began)}.`);
}
