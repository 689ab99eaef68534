// Installs what package-lock.json names, only if something is missing.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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
function isInstalled(tools) {
  const installedFile = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const installed = readLock(installedFile);
  const isMissing = ([path, { version, optional, peer, link, dev, devOptional }]) =>
    path.includes('node_modules/') &&
    !(optional || peer || link || (!tools && (dev || devOptional))) &&
    installed[path]?.version !== version;
  return !Object.entries(readLock(join(root, 'package-lock.json'))).some(isMissing);
}

/**
 * The engine of the sandbox's chain comes with its builds for seven platforms, 30 MB each. From 0.17 on npm chooses the one that fits, but
 * those need Node 22.
 */
function removeOtherEngines() {
  const folder = join(root, 'node_modules/@nomicfoundation');
  const isGlibc = 'glibcVersionRuntime' in process.report.getReport().header;
  const suffix = { linux: isGlibc ? '-gnu' : '-musl', win32: '-msvc' }[process.platform] ?? '';
  const own = `edr-${process.platform}-${process.arch}${suffix}`;
  if (!existsSync(join(folder, own))) return;
  for (const name of readdirSync(folder).filter((each) => each.startsWith('edr-') && each !== own))
    for (const file of readdirSync(join(folder, name)).filter((each) => each.endsWith('.node'))) rmSync(join(folder, name, file));
}

/** What runs and builds is under "dependencies" in the package.json files, what tests and checks under "devDependencies" (`tools`). */
export async function ensureInstalled({ tools = true } = {}) {
  checkNode();
  const all = tools || existsSync(join(root, 'node_modules/vitest')); // never takes away what a test has installed
  if (isInstalled(all)) return;
  const began = Date.now();
  say('Installing the packages (once; half a minute to two) …');
  const tick = setInterval(() => say(`  still installing, ${seconds(began)}`), 15_000);
  // Not `npm ci`, which removes first what is there.
  const options = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error', ...(all ? [] : ['--omit=dev'])];
  const { ok } = await run('npm', ['install', ...options], { minutes: 10 });
  clearInterval(tick);
  if (!ok) {
    process.stderr.write('The packages could not be installed. Is the npm registry reachable?\n');
    process.exit(1);
  }
  removeOtherEngines();
  say(`Installed in ${seconds(began)}.`);
}
