// npm test: every check, from a fresh clone, ending with "N passed, N failed". --quick leaves out what starts the whole product (life
// cycle, soak and browser).
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ensurePhp } from './lib/php.mjs';
import { bin, root, run, say, seconds } from './lib/steps.mjs';
import { runPlaywright, runVitest, shorten, slowestOf } from './lib/suite.mjs';

const quick = process.argv.includes('--quick');
const resultsDir = join(root, '.cache/results');
const began = Date.now();
let passed = 0;
let failed = 0;
let slowest = [];

/** Of everything that was started, on Linux: how long two cores need at least. */
function processorTime() {
  if (!existsSync('/proc/self/stat')) return '';
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  const TICKS_PER_SECOND = 100;
  const ticks = [fields[11], fields[12], fields[13], fields[14]].reduce((sum, field) => sum + Number(field), 0);
  return `, and ${(ticks / TICKS_PER_SECOND).toFixed(0)} s of processor time`;
}

function report(name, ok, start, output) {
  if (ok) passed += 1;
  else failed += 1;
  say(`${ok ? 'ok    ' : 'FAILED'}  ${name}  (${seconds(start)})`);
  if (!ok) say(output.trim());
}

async function check(name, program, args) {
  const start = Date.now();
  const { ok, output } = await run(program, args, { quiet: true });
  report(name, ok, start, output);
}

/** Counts every test of a suite; failures are named with their message, and so is what passed only on retry. */
async function suite(name, work) {
  const start = Date.now();
  const result = await work(join(resultsDir, `${name}.json`));
  passed += result.passed;
  failed += result.failed.length;
  slowest = slowestOf([...slowest, ...(result.slowest ?? [])]);
  const verdict = result.failed.length === 0 ? 'ok    ' : 'FAILED';
  say(`${verdict}  ${name}: ${result.passed} passed, ${result.failed.length} failed  (${seconds(start)})`);
  for (const test of result.failed) say(`  FAILED  ${test.name}\n${shorten(test.message)}`);
  for (const test of result.unstable) say(`  passed only at a second try  ${test.name}\n${shorten(test.message)}`);
}

await ensureInstalled();
await ensurePhp();
mkdirSync(resultsDir, { recursive: true });
const TYPED = [
  'packages/rules',
  'packages/contract',
  'packages/ui',
  'packages/sdk',
  'apps/server',
  'apps/sandbox',
  'apps/web',
  'examples/shop',
  'tests',
];
const CODE = [
  'apps/server/src',
  'apps/server/test',
  'apps/server/tools',
  'apps/sandbox/src',
  'apps/web/src',
  'packages',
  'examples',
  'tests',
];
/** The native compiler, ten times faster; the JavaScript one stays for the tools that read its syntax tree. */
const NATIVE_TSC = '../typescript-native/bin/tsc';
const STATIC = [
  ['promises are awaited, switches exhaustive', 'oxlint', ['--type-aware', '--deny-warnings', ...CODE]],
  ['format and lint', 'biome', ['ci', '--max-diagnostics=30', '.']],
  ...TYPED.map((project) => [`types of ${project}`, NATIVE_TSC, ['-p', project, '--noEmit']]),
  ['import directions', 'depcruise', ['--config', '.dependency-cruiser.cjs', ...CODE]],
  ['nothing unused', 'knip', ['--no-progress', '--no-config-hints']],
];
/** Two at a time, the longest first: a small machine has two cores. */
async function checkNext() {
  for (let next = STATIC.shift(); next !== undefined; next = STATIC.shift()) await check(next[0], bin(next[1]), next[2]);
}
const buildStart = Date.now();
try {
  await ensureBuilt();
  report('build', true, buildStart, '');
} catch (error) {
  report('build', false, buildStart, String(error));
}
/** The life cycle tests start and stop whole sandboxes and mostly wait, the soak is five minutes of a small load: the others use that time. */
const lifeCycle = quick ? undefined : suite('life-cycle', (file) => runVitest(['life-cycle'], file));
const soak = quick ? undefined : suite('soak', (file) => runVitest(['soak'], file));
await Promise.all([checkNext(), checkNext()]);
await Promise.all([suite('unit-and-integration', (file) => runVitest(['packages', 'web', 'server*'], file)), lifeCycle, soak]);
if (!quick) {
  const executable = await ensureBrowser();
  const env = { ...process.env, CHROMIUM_PATH: executable ?? '' };
  await suite('browser', (file) => runPlaywright(['--config', 'tests/playwright.config.ts'], file, env));
}
say('\nThe ten slowest tests:');
for (const { name, ms } of slowest) say(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`);
say(`\nAll checks took ${seconds(began)}${processorTime()}.`);
say(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
