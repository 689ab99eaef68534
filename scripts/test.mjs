// npm test: every check there is, from a fresh clone, ending with "N passed, N failed".
// --quick leaves out what starts the whole product (life cycle and browser).
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { bin, root, run, say, seconds } from './lib/steps.mjs';

const quick = process.argv.includes('--quick');
const resultsDir = join(root, '.cache/results');
const began = Date.now();
let passed = 0;
let failed = 0;

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

/** Counts every single test of a suite; a suite that broke before it could count is one failure. */
async function suite(name, program, args, resultFile, count, env = process.env) {
  const start = Date.now();
  rmSync(resultFile, { force: true });
  const { ok, output } = await run(program, args, { quiet: true, minutes: 12, env });
  try {
    const counted = count(JSON.parse(readFileSync(resultFile, 'utf8')));
    passed += counted.passed;
    failed += counted.failed;
    if (!ok && counted.failed === 0) failed += 1;
    say(`${ok ? 'ok    ' : 'FAILED'}  ${name}: ${counted.passed} passed, ${counted.failed} failed  (${seconds(start)})`);
    if (!ok) say(output.trim().slice(-20_000));
  } catch {
    report(name, false, start, output.slice(-20_000));
  }
}

const countVitest = ({ numPassedTests, numFailedTests, numFailedTestSuites = 0 }) => ({
  passed: numPassedTests,
  failed: Math.max(numFailedTests, numFailedTestSuites > 0 && numFailedTests === 0 ? 1 : 0),
});
const countPlaywright = ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky });

const vitest = (name, projects) =>
  suite(
    name,
    bin('vitest'),
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(resultsDir, `${name}.json`)}`,
    ],
    join(resultsDir, `${name}.json`),
    countVitest,
  );

await ensureInstalled();
mkdirSync(resultsDir, { recursive: true });
const TYPED = ['packages/contract', 'packages/ui', 'packages/sdk', 'apps/server', 'apps/sandbox', 'apps/web', 'examples/shop', 'tests'];
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
const STATIC = [
  ['promises are awaited, switches exhaustive', 'eslint', ['--max-warnings=0', ...CODE]],
  ['format and lint', 'biome', ['ci', '--max-diagnostics=30', '.']],
  ...TYPED.map((project) => [`types of ${project}`, 'tsc', ['-p', project, '--noEmit']]),
  ['import directions', 'depcruise', ['--config', '.dependency-cruiser.cjs', ...CODE]],
  ['nothing unused', 'knip', ['--no-progress', '--no-config-hints']],
];
/** Two at a time, the longest first: that is how many cores a small machine has. */
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
/** The life cycle starts and stops whole sandboxes and mostly waits for them: the static checks use that time. */
await Promise.all([checkNext(), checkNext(), quick ? undefined : vitest('life-cycle', ['life-cycle'])]);
await vitest('unit-and-integration', ['packages', 'web', 'server']);
if (!quick) {
  const executable = await ensureBrowser();
  const resultFile = join(resultsDir, 'browser.json');
  await suite('browser', bin('playwright'), ['test', '--config', 'tests/playwright.config.ts'], resultFile, countPlaywright, {
    ...process.env,
    CHROMIUM_PATH: executable ?? '',
    PLAYWRIGHT_JSON_OUTPUT_NAME: resultFile,
  });
}
say(`\nAll checks took ${seconds(began)}.`);
say(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
