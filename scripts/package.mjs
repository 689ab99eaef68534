// npm run package -- <folder>: what production needs and nothing else, for the container image and for systemd.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { root, run, say } from './lib/steps.mjs';

const SHIPPED = [
  'LICENSE',
  'package.json',
  'package-lock.json',
  '.npmrc',
  ...['package.json', 'dist', 'migrations', 'sql', 'locales', 'fonts'].map((name) => `apps/server/${name}`),
  'apps/web/dist',
];
/** Sources, types and documents of packages: two thirds of their size. */
const UNUSED_FILE = /\.(map|md|markdown|flow|[cm]?ts)$/;
/** Exports are printed upright: the italic faces of their font are 2 MB. */
const UNUSED_FOLDER = /^(tests?|docs|examples?|benchmark|\d00\w+_Italic)$/;

const target = process.argv[2] === undefined ? undefined : resolve(process.argv[2]);
if (target === undefined || (existsSync(target) && readdirSync(target).length > 0)) {
  process.stderr.write('usage: npm run package -- <a folder that is empty or does not exist>\n');
  process.exit(1);
}

function copy(path) {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  cpSync(join(root, path), join(target, path), { recursive: true });
}

/** npm resolves the lock only where every workspace is. */
const workspaces = Object.keys(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages).filter(
  (path) => path !== '' && !path.includes('node_modules/'),
);

function prune(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && UNUSED_FOLDER.test(entry.name)) rmSync(path, { recursive: true });
    else if (entry.isDirectory()) prune(path);
    else if (UNUSED_FILE.test(entry.name)) rmSync(path);
  }
}

await ensureBuilt(['server', 'web app']);
for (const path of SHIPPED) copy(path);
for (const path of workspaces) copy(`${path}/package.json`);
const install = ['install', '--omit=dev', '--workspace', 'apps/server', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
const { ok, output } = await run('npm', [...install, '--loglevel=error'], { cwd: target, quiet: true, minutes: 10 });
if (!ok) {
  process.stderr.write(`The packages could not be installed.\n${output}\n`);
  process.exit(1);
}
const kept = new Set(['apps/server', 'apps/web']);
for (const path of workspaces.filter((one) => !kept.has(one))) rmSync(join(target, path), { recursive: true });
for (const folder of ['packages', 'examples']) rmSync(join(target, folder), { recursive: true, force: true });
rmSync(join(target, 'node_modules/@stablegate'), { recursive: true, force: true }); // bundled
for (const folder of ['node_modules', 'apps/server/node_modules']) if (existsSync(join(target, folder))) prune(join(target, folder));
say(`Packaged into ${target}. Start it there: node apps/server/dist/main-all.js`);
