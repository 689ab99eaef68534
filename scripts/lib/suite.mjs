// Runs a suite of tests, counts each one, and names failures: the log of a thousand tests hides one failure.
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { bin, root, run } from './steps.mjs';

const MESSAGE_LENGTH = 3000;
/** Ends a runner that hangs. The longest suite takes 22 minutes on two slow cores, and did not end within 30 beside a load of fifteen. */
const SUITE_MINUTES = 75;

/** One shape for both runners: the number passed, failures with their message, and what passed only on retry. */
export function readVitest({ testResults }) {
  const tests = testResults.flatMap(({ name, assertionResults, message }) => {
    const file = relative(root, name);
    // A file that breaks before its first test has a message and no test.
    if (assertionResults.length === 0) return [{ file, name: file, ok: false, message: message ?? 'no test ran' }];
    return assertionResults.map(({ fullName, status, failureMessages, duration }) => ({
      file,
      name: `${file}: ${fullName}`,
      ok: status === 'passed',
      ms: duration ?? 0,
      // Tests behind a broken `beforeAll` have no message of their own; the file has its error.
      message: (failureMessages ?? []).join('\n') || (message ?? ''),
    }));
  });
  return { tests, unstable: [] };
}

export function readPlaywright({ suites, errors = [] }) {
  const tests = errors.map(({ message }) => ({ name: 'the runner', ok: false, message: message ?? '' }));
  const unstable = [];
  const walk = ({ title, specs = [], suites: inner = [] }) => {
    for (const spec of specs) {
      const name = `${title}: ${spec.title}`;
      const errorsOfSpec = spec.tests.flatMap(({ results }) => results.flatMap((result) => result.errors ?? []));
      const ms = Math.max(0, ...spec.tests.flatMap(({ results }) => results.map(({ duration }) => duration ?? 0)));
      tests.push({ name, ok: spec.ok, ms, message: errorsOfSpec.map(({ message }) => message ?? '').join('\n') });
      if (spec.tests.some(({ status }) => status === 'flaky')) unstable.push({ name, message: errorsOfSpec[0]?.message ?? '' });
    }
    inner.forEach(walk);
  };
  suites.forEach(walk);
  return { tests, unstable };
}

const SLOWEST = 10;
export const slowestOf = (tests) => tests.toSorted((a, b) => (b.ms ?? 0) - (a.ms ?? 0)).slice(0, SLOWEST);

async function runOnce(program, args, resultFile, read, env) {
  rmSync(resultFile, { force: true });
  const { ok, output } = await run(program, args, { quiet: true, minutes: SUITE_MINUTES, env });
  try {
    const { tests, unstable } = read(JSON.parse(readFileSync(resultFile, 'utf8')));
    const failed = tests.filter((test) => !test.ok);
    if (!ok && failed.length === 0) failed.push({ name: 'the runner', message: output.slice(-MESSAGE_LENGTH) });
    return { passed: tests.filter((test) => test.ok).length, failed, unstable, slowest: slowestOf(tests) };
  } catch {
    return { passed: 0, failed: [{ name: 'the runner', message: output.slice(-MESSAGE_LENGTH) }], unstable: [] };
  }
}

const vitestArgs = (projects, resultFile, more) => [
  'run',
  ...more,
  ...projects.flatMap((project) => ['--project', project]),
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${resultFile}`,
];

const QUARANTINE = 'tests/quarantine.json';
const readQuarantine = () => JSON.parse(readFileSync(join(root, QUARANTINE), 'utf8'));

/**
 * A test that passes only on retry has failed. The quarantine excuses at most three for a while, each with its reason and date; those are
 * named, and count as passed.
 */
export function judge({ passed, failed, unstable, ...rest }, quarantine = readQuarantine()) {
  const isExcused = ({ name }) => quarantine.some(({ test }) => name.includes(test));
  const refused = unstable.filter((test) => !isExcused(test));
  const message = (test) => `It passed only at a second try, and is not in ${QUARANTINE}.\n${test.message}`;
  return {
    ...rest,
    passed: passed - refused.length,
    failed: [...failed, ...refused.map((test) => ({ ...test, message: message(test) }))],
    unstable: unstable.filter(isExcused),
  };
}

/** Files with a failure run again, alone, which distinguishes flaky tests from wrong code. */
export async function runVitest(projects, resultFile) {
  const first = await runOnce(bin('vitest'), vitestArgs(projects, resultFile, []), resultFile, readVitest);
  const files = [...new Set(first.failed.map(({ file }) => file))];
  if (files.length === 0 || files.length > 5 || files.includes(undefined)) return first;
  const second = await runOnce(bin('vitest'), vitestArgs(projects, resultFile, [...files, '--maxWorkers=1']), resultFile, readVitest);
  const still = new Set(second.failed.map(({ name }) => name));
  if (still.has('the runner')) return first;
  const recovered = first.failed.filter(({ name }) => !still.has(name));
  return judge({ ...first, passed: first.passed + recovered.length, failed: second.failed, unstable: recovered });
}

export const runPlaywright = async (args, resultFile, env) =>
  judge(
    await runOnce(bin('playwright'), ['test', ...args], resultFile, readPlaywright, { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: resultFile }),
  );

export const shorten = (message) => message.trim().slice(0, MESSAGE_LENGTH);
