import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import quarantine from '../quarantine.json';
import { root } from './sources';

type Excused = { readonly test: string; readonly reason: string; readonly since: string };
type Outcome = { passed: number; failed: { name: string; message: string }[]; unstable: { name: string; message: string }[] };
type Timed = { readonly name: string; readonly ms: number };
const { judge, readVitest, readPlaywright, slowestOf } = (await import(pathToFileURL(join(root, 'scripts/lib/suite.mjs')).href)) as {
  judge(outcome: Outcome, quarantine?: readonly Excused[]): Outcome;
  readVitest(report: object): { tests: (Timed & { ok: boolean; message: string })[] };
  readPlaywright(report: object): { tests: Timed[] };
  slowestOf(tests: readonly Timed[]): Timed[];
};
const shaky = { name: 'a.test.ts: it waits', message: 'too late' };

test('a test that passes only on retry fails the run', () => {
  const judged = judge({ passed: 10, failed: [], unstable: [shaky] }, []);
  expect(judged).toMatchObject({ passed: 9, failed: [{ name: shaky.name }], unstable: [] });
  expect(judged.failed[0]?.message).toContain('too late');
});

test('unless it is in quarantine: then it is named', () => {
  const excused = [{ test: 'it waits', reason: 'the machine', since: '2026-01-01' }];
  expect(judge({ passed: 10, failed: [], unstable: [shaky] }, excused)).toEqual({ passed: 10, failed: [], unstable: [shaky] });
});

test('at most three are in quarantine, each with a reason and a date', () => {
  const listed: readonly Excused[] = quarantine;
  expect(listed.length).toBeLessThanOrEqual(3);
  expect(listed.filter(({ reason, since }) => reason.length < 20 || !/^\d{4}-\d{2}-\d{2}$/.test(since))).toEqual([]);
});

test('tests behind a broken beforeAll fail with its error', () => {
  const skipped = { fullName: 'it waits', status: 'skipped', failureMessages: [] };
  const { tests } = readVitest({ testResults: [{ name: '/a.test.ts', assertionResults: [skipped], message: 'the hook timed out' }] });
  expect(tests).toMatchObject([{ ok: false, message: 'the hook timed out' }]);
});

test('the ten slowest tests of both runners are named', () => {
  const assertionResults = Array.from({ length: 12 }, (_, index) => ({
    fullName: `test ${index}`,
    status: 'passed',
    duration: index * 100,
  }));
  const { tests: unit } = readVitest({ testResults: [{ name: join(root, 'a.test.ts'), assertionResults }] });
  const results = [{ duration: 1_050, errors: [] }];
  const specs = [{ title: 'it pays', ok: true, tests: [{ status: 'expected', results }] }];
  const { tests: browser } = readPlaywright({ suites: [{ title: 'pay.spec.ts', specs }] });
  const slowest = slowestOf([...unit, ...browser]);
  expect(slowest).toHaveLength(10);
  expect(slowest.slice(0, 3).map(({ name }) => name)).toEqual(['a.test.ts: test 11', 'pay.spec.ts: it pays', 'a.test.ts: test 10']);
});
