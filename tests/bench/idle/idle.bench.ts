import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, BenchRow } from '../frame/bench';
import { buildAll } from '../frame/browser';
import { REPORTED } from '../frame/table';
import { ROLES, type Site, startBare, startProduction, startSandbox } from './idle-sites';
import { measureUsage, type Usage } from './process-usage';

/**
 * B27: what everything costs while nobody does anything: CPU time of the processes over some minutes, so that other work on the machine
 * matters little, and their memory at the end. Beside it a bare Fastify with an unused PostgreSQL. `--minutes` sets how long.
 */
const SANDBOX_PERCENT_MAX = 2;
const ROLE_PERCENT_MAX = 0.5;
const SANDBOX_MEGABYTES_MAX = 250;
/** The demo's month, first reads of all networks, and the database's own follow-up work are over. */
const SETTLE_MS = 60_000;

type Figures = ReadonlyMap<string, Usage>;
const NOTHING: Usage = { percent: 0, megabytes: 0 };

function rowsOf(figures: Figures): BenchRow[] {
  const of = (name: string) => figures.get(name) ?? NOTHING;
  const row = (name: string, unit: string, ours: number, other: number, otherName: string, max: number | undefined): BenchRow => ({
    id: 'B27',
    name,
    unit,
    ours,
    other,
    otherName,
    ratio: ours / Math.max(other, 0.01),
    target: max === undefined ? REPORTED : `at most ${max}`,
    passes: max === undefined || ours <= max,
  });
  const bare = of('bare').percent + of('bare PostgreSQL').percent;
  const sandbox = of('sandbox').percent + of('sandbox PostgreSQL').percent;
  const percent = '% of a core';
  return [
    row('idle sandbox, all processes', percent, sandbox, bare, 'bare Fastify and PostgreSQL', SANDBOX_PERCENT_MAX),
    row('of it Node', percent, of('sandbox').percent, of('bare').percent, 'bare Fastify', undefined),
    row('memory of its Node processes', 'MB', of('sandbox').megabytes, of('bare').megabytes, 'bare Fastify', SANDBOX_MEGABYTES_MAX),
    ...ROLES.map((role) =>
      row(`idle ${role} of production`, percent, of(role).percent, of('bare').percent, 'bare Fastify', ROLE_PERCENT_MAX),
    ),
    ...ROLES.map((role) => row(`memory of ${role}`, 'MB', of(role).megabytes, of('bare').megabytes, 'bare Fastify', undefined)),
    row("production's PostgreSQL", percent, of('its PostgreSQL').percent, of('bare PostgreSQL').percent, 'unused PostgreSQL', undefined),
  ];
}

export const bench: Bench = {
  ids: ['B27'],
  run: async (context) => {
    const minutes = context.minutes ?? context.pick({ quick: 1, default: 2, full: 10 });
    buildAll();
    const sites: Site[] = [];
    try {
      for (const start of [startBare, startProduction, startSandbox]) sites.push(await start());
      context.say('everything runs; waiting until it is quiet');
      await sleep(SETTLE_MS);
      context.say(`measuring for ${minutes} minutes`);
      const watched = sites.flatMap((site) => site.watched);
      return rowsOf(await measureUsage(watched, () => sleep(minutes * 60_000)));
    } finally {
      for (const site of sites.reverse()) await site.stop();
    }
  },
};
