import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startTestApp } from '../../../test/app';
import { serverRoot } from '../../platform/paths';
import { ALARM_KINDS, runbookOf } from './alarms.domain';

const root = join(serverRoot(), '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

type Rules = { groups: { rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[] };
type Dashboard = { panels: { id: number; title: string; targets: { expr: string }[] }[] };
const { groups } = parse(read('deploy/prometheus/rules.yml')) as Rules;
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read('deploy/grafana/stablegate.json')) as Dashboard;

let served: Set<string>;
beforeAll(async () => {
  const app = await startTestApp();
  const text = await app.platform.metrics.registry.metrics();
  served = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => String(name)));
});

/** Metrics that an expression names, without what Prometheus adds to a histogram. */
const namesIn = (expr: string): string[] =>
  [...expr.matchAll(/\b(?:stablegate|process|nodejs)_\w+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ''));

test('every alarm has a runbook', () => {
  expect(ALARM_KINDS.filter((kind) => !existsSync(join(root, runbookOf(kind))))).toEqual([]);
});

describe('what the files for Prometheus and Grafana name exists', () => {
  test('rules', () => {
    expect(rules.flatMap(({ expr }) => namesIn(expr)).filter((name) => !served.has(name))).toEqual([]);
    expect(rules.map(({ annotations }) => annotations.runbook).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('dashboard', () => {
    const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(expressions.flatMap(namesIn).filter((name) => !served.has(name))).toEqual([]);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  });
});
