import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TestApp } from '../../apps/server/test/app';
import { startSmtp } from '../../apps/server/test/parts/smtp';
import type { ServerProcess } from '../../apps/server/test/processes/server-process';
import { startRoleProcess } from '../../apps/server/test/processes/watcher-process';
import { createChance } from '../../apps/server/test/seeded';
import { checkInvariants, pollAllAccounts, waitForRest } from '../chaos/invariants';
import type { History } from '../chaos/operations';
import { startSimulatedChains } from '../chaos/simulated/simulated-chains';
import { createWorld, type StartMember, type World } from '../chaos/world';
import { createClient } from './client';
import { fillArchive, type Scene, startLoad } from './load';
import { startMerchants } from './merchants';
import { watchProcesses } from './samples';
import { type Finding, findingsOf, type Latency, median, type SoakWindow } from './verdict';

export type SoakReport = {
  readonly windows: readonly SoakWindow[];
  readonly findings: readonly Finding[];
  /** What was answered otherwise than expected. */
  readonly refusals: readonly string[];
  readonly text: string;
};

const ROLES = ['api', 'worker', 'watcher'] as const;
/** Half of the run is warm-up; ten windows are enough for a slope. */
const WINDOWS = 20;
const PER_SECOND = 12;
const ARCHIVE_ENTRIES = 300;
/** Slower than the other runs': here the nodes are only the scenery. */
const PACE = { blockMs: 1_500, pollMs: 750 };
const REST_MS_MAX = 300_000;
const COLLECTING = `--import ${join(import.meta.dirname, '../../apps/server/test/processes/collected.mjs')}`;

const collectedFile = ({ dataDir }: Pick<TestApp, 'dataDir'>, role: string): string => join(dataDir, `collected-${role}`);
const medians = (latencies: ReadonlyMap<string, readonly number[]>): Record<string, Latency> =>
  Object.fromEntries([...latencies].map(([operation, times]) => [operation, { medianMs: median(times), count: times.length }]));

/** Each role in a process of its own, as in production, with its usual log. */
const startRoles =
  (mailUrl: string): StartMember =>
  (place, index) => {
    const roles = ROLES[index] ?? 'worker';
    const env = { LOG_LEVEL: 'info', SMTP_URL: mailUrl, NODE_OPTIONS: COLLECTING, COLLECTED_FILE: collectedFile(place.app, roles) };
    return startRoleProcess({ ...place, roles, env });
  };

async function measure(scene: Scene, seconds: number): Promise<SoakWindow[]> {
  const { client, world } = scene;
  const watched = world.crew.members().map(({ pid }, index) => {
    const name = ROLES[index] ?? '';
    return { name, pid, collectedFile: collectedFile(world.app, name) };
  });
  const sampler = watchProcesses(watched);
  const load = startLoad(scene, PER_SECOND);
  const windows: SoakWindow[] = [];
  const beganAt = performance.now();
  let asked = 0;
  for (let number = 1; number <= WINDOWS; number += 1) {
    await sleep(Math.max(0, beganAt + (number * seconds * 1_000) / WINDOWS - performance.now()));
    const latency = medians(client.takeLatencies());
    const endedAtSeconds = (performance.now() - beganAt) / 1_000;
    const requests = client.requests() - asked;
    asked += requests;
    windows.push({ endedAtSeconds, requests, latency, needs: await sampler.endWindow() });
  }
  sampler.stop();
  await load.stop();
  return windows;
}

/** What the processes complained about, each message once. */
function complaints(members: readonly ServerProcess[]): string[] {
  const lines = members.flatMap((member) =>
    member
      .output()
      .split('\n')
      .filter((line) => /"level":"(warn|error|fatal)"/.test(line)),
  );
  const counts = new Map<string, number>();
  for (const line of lines) {
    const [, message = line] = /"msg":"([^"]*)"/.exec(line) ?? [];
    counts.set(message, (counts.get(message) ?? 0) + 1);
  }
  return [...counts].map(([message, count]) => `logged: ${message} × ${count}`);
}

function summary({ client, merchants, history }: Scene, invariants: string, logged: readonly string[]): string {
  return [
    `${client.requests()} requests, ${client.busy()} answered "come back", ${history.orders.length} invoices, ${history.sent.length} payments`,
    `${merchants.arrived()} callbacks arrived, ${merchants.refused()} of them were refused once`,
    invariants,
    ...logged,
  ].join('\n');
}

type SoakOptions = {
  readonly seed: number;
  readonly minutes: number;
  /** Before the checks, which may fail: an hour's figures are kept all the same. */
  onMeasured(windows: readonly SoakWindow[]): void;
};

/** After a long run an order expires every second, and there would never be rest. */
const keepOpen = ({ app }: World) =>
  sql`update invoices set expires_at = now() + interval '1 day' where status = 'WAITING' and expires_at > now()`.execute(
    app.platform.db.query,
  );

/** A mixed load without faults, by which nothing may grow; then the books are checked against the chains. */
export async function soakRun({ seed, minutes, onMeasured }: SoakOptions): Promise<SoakReport> {
  const world = await createWorld(ROLES.length, await startSimulatedChains(seed, { pace: PACE }), startRoles((await startSmtp()).url));
  const history: History = { orders: [], exact: [], sent: [], faults: [], counts: new Map() };
  const url = world.crew.members()[0]?.url ?? '';
  const client = createClient(url);
  const scene = { world, history, client, merchants: await startMerchants(), chance: createChance(seed), host: new URL(url).host };
  await fillArchive(scene, ARCHIVE_ENTRIES);
  const windows = await measure(scene, minutes * 60);
  onMeasured(windows);
  await client.close();
  await keepOpen(world);
  const logged = complaints(world.crew.members()); // before they are replaced
  await pollAllAccounts(world);
  await waitForRest(world, REST_MS_MAX);
  await world.stopBlocks();
  const { text } = await checkInvariants(world, history);
  for (const member of world.crew.members()) await member.kill();
  const refusals = [...client.refusals].map(([what, count]) => `${what} × ${count}`);
  return { windows, findings: findingsOf(windows), refusals, text: summary(scene, text, logged) };
}
