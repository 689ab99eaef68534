import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { DEMO_PASSWORD } from '../../apps/sandbox/src/demo/demo-users';
import type { Finding } from './matrix/attack';
import { CALLER_ATTACKS } from './matrix/callers';
import { attackAll, findHarm, type Outcome } from './matrix/matrix';
import { wholeMatrix } from './matrix/matrix-attacks';
import { unharmed } from './matrix/unharmed';
import { ATTACKED_ENV, startOwnSandbox } from './own-sandbox';
import { tellFinding, tellOutcome } from './report';
import { attackScenario, SCENARIOS } from './scenarios/scenarios';
import { createTarget, type Mail } from './target';
import { createWorld } from './world';

/**
 * `npm run attack [-- --url=http://localhost:8080 --data=./data] [--only=odd]` attacks every route of the contract on a sandbox of this
 * machine; without an address it starts one, and stops it. Writes .cache/attack/report.txt, with a curl line for each finding; exit code 1
 * when there are any. It signs up people of its own, and changes texts and languages as an admin: not on data that you still need.
 * --data gives it the database, without which old sign-ins cannot be made.
 */
const { values } = parseArgs({ options: { url: { type: 'string' }, data: { type: 'string' }, only: { type: 'string', default: '' } } });
const MINUTES_MAX = 45;
const OLD = '16 minutes';
const folder = join(import.meta.dirname, '../../.cache/attack');
const lines: string[] = [];
function say(line: string): void {
  lines.push(line);
  process.stdout.write(`${line}\n`);
}

function createDatabase(dataDir: string | undefined) {
  const handover = dataDir === undefined ? undefined : join(dataDir, 'sandbox.json');
  if (handover === undefined || !existsSync(handover)) return undefined;
  const { databaseUrl } = JSON.parse(readFileSync(handover, 'utf8')) as { databaseUrl: string };
  return async (userId: string): Promise<void> => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rowCount } = await client.query(`update sessions set confirmed_at = now() - interval '${OLD}' where user_id = $1`, [userId]);
    await client.end();
    if (rowCount === 0) throw new Error(`${handover} is not of the server that is attacked`);
  };
}

async function attack(url: string, dataDir: string | undefined): Promise<readonly Finding[]> {
  const ageSignIns = createDatabase(dataDir);
  if (ageSignIns === undefined) say('No data folder was given: "missing step-up" is not tried.');
  const target = createTarget(url, {
    mailsTo: async (address) => {
      const { text } = await target.send({ method: 'GET', path: `/sandbox/mailbox?to=${encodeURIComponent(address)}` });
      return (JSON.parse(text) as Mail[]).reverse();
    },
    admin: { username: 'demoadmin', password: DEMO_PASSWORD },
    ...(ageSignIns === undefined ? {} : { ageSignIns }),
  });
  const findings: Finding[] = [];
  async function timed(name: string, work: () => Promise<Outcome>): Promise<void> {
    if (!name.includes(values.only)) return;
    const began = performance.now();
    const outcome = await work().catch((error: unknown): Outcome => {
      const found = `the attack could not end: ${error instanceof Error ? error.message : String(error)}`;
      return { name, answers: new Map(), findings: [{ route: 'no route', attack: name, found }] };
    });
    findings.push(...outcome.findings);
    say(tellOutcome(outcome, (performance.now() - began) / 1_000));
  }
  const world = await createWorld(target).catch((cause: unknown) => {
    const settings = Object.entries(ATTACKED_ENV).map(([name, value]) => `${name}=${value}`);
    throw new Error(`The sandbox does not let the suite begin. Is it started with ${settings.join(' ')}?`, { cause });
  });
  const compare = await unharmed(world);
  for (const each of wholeMatrix()) await timed(each.name, () => attackAll(world, each));
  await timed('what the victim owns', async () => {
    const isChanged = (await compare()).length > 0;
    return { name: 'what the victim owns', answers: new Map(), findings: isChanged ? await findHarm(world, CALLER_ATTACKS) : [] };
  });
  await Promise.all(SCENARIOS.map((each) => timed(each.name, () => attackScenario(world, each))));
  say(`\n${findings.length} findings, ${target.sent()} requests.`);
  await target.close();
  return findings;
}

const own = values.url === undefined ? await startOwnSandbox() : undefined;
const url = values.url ?? own?.url ?? '';
const timer = setTimeout(() => {
  say(`Not finished after ${MINUTES_MAX} minutes.`);
  void own?.stop(false).then(() => process.exit(1));
}, MINUTES_MAX * 60_000);
let findings: readonly Finding[] | undefined;
try {
  findings = await attack(url, own?.dataDir ?? values.data);
} finally {
  clearTimeout(timer);
  mkdirSync(folder, { recursive: true });
  const hasFindings = findings === undefined || findings.length > 0;
  await own?.stop(hasFindings);
  for (const [index, finding] of (findings ?? []).entries()) say(tellFinding(finding, new URL(url).origin, index + 1, folder));
  const settings = Object.entries({ ...ATTACKED_ENV, PORT: new URL(url).port, DATA_DIR: own?.dataDir });
  if (own !== undefined && hasFindings)
    say(`\nOn the same data: ${settings.map(([name, value]) => `${name}=${value}`).join(' ')} npm start`);
  writeFileSync(join(folder, 'report.txt'), `${lines.join('\n')}\n`);
  process.exitCode = hasFindings ? 1 : 0;
}
