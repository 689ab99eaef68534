import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_BASE } from '@stablegate/contract';
import { generateSync } from 'otplib';
import { findFreePort } from '../../apps/sandbox/src/postgres/free-port';
import { startServerProcess } from '../../apps/server/test/processes/server-process';
import type { Bench } from './frame/bench';
import { withBenchCluster } from './frame/cluster';
import { interleave, median, spreadOf } from './frame/statistics';
import { postJson } from './http-load';

/**
 * B21: how long the owner's known browser takes to sign in while 200 forged sign-ins a second arrive from as many addresses, and while others
 * set up two-factor, compared with its quiet time. The server is a process of its own; the flood comes from this one, on the same cores.
 */
const FLOOD_PER_SECOND = 200;
const TICK_MS = 50;
const FLOOD_SOCKETS = 200; // one answer may wait for its turn in the queue, the others do not
const SIGN_INS = 6; // per round
const SETTLING_MS = 2_000; // until the queue of strangers is full
const RATIO_MAX = 3;
/** As many as 150 accounts may make: 20 in ten minutes each. */
const SETUPS_PER_SECOND = 5;
const SETTERS_UP = 10;
const PASSWORD = 'Green-Teapot-77';

type Person = { readonly username: string; readonly cookies: Map<string, string> };
type Site = { readonly url: string };
type Call = {
  readonly person?: Person;
  readonly headers?: Record<string, string>;
  readonly form?: Record<string, string>;
  readonly json?: object;
};

const randomAddress = (): string => `${randomInt(11, 100)}.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

async function post({ url }: Site, path: string, { person, headers = {}, form, json }: Call): Promise<Response> {
  const cookie = [...(person?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${url}${API_BASE}${path}`, {
    method: 'POST',
    headers: {
      'x-forwarded-for': randomAddress(),
      ...(cookie === '' ? {} : { cookie }),
      ...headers,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    person?.cookies.set(name, value);
  }
  return answer;
}

async function must(answer: Promise<Response>): Promise<Response> {
  const { ok, status, url } = await answer;
  if (!ok) throw new Error(`${url}: ${status} ${await (await answer).text()}`);
  return answer;
}

const signIn = (site: Site, person: Person) =>
  must(post(site, '/auth/login', { person, form: { username: person.username, password: PASSWORD } }));

async function signUp(site: Site, username: string): Promise<Person> {
  const person = { username, cookies: new Map<string, string>() };
  await must(post(site, '/auth/signup', { person, json: { username, email: `${username}@bench.example`, password: PASSWORD } }));
  await signIn(site, person);
  return person;
}

const forgedSignIn = (owner: Person, withCookies: boolean): string => {
  const username = randomInt(2) === 0 ? owner.username : `nobody${randomInt(1_000_000)}`; // half of them against the owner's own account
  const cookie = `sg_device=${randomBytes(24).toString('base64url')}.${randomBytes(32).toString('base64url')}`;
  const headers = { 'x-forwarded-for': randomAddress(), ...(withCookies ? { cookie } : {}) };
  return postJson(`${API_BASE}/auth/login`, headers, { username, password: `Guess-${randomInt(1_000_000)}` });
};

/** Plain sockets, and answers are only counted: on two cores a full client would take the time that is measured. */
function startFlood({ url }: Site, next: () => string): () => Promise<number> {
  const { port } = new URL(url);
  let answered = 0;
  const sockets = Array.from({ length: FLOOD_SOCKETS }, () => {
    const socket = connect({ port: Number(port), host: 'localhost', noDelay: true });
    socket.on('data', (chunk) => {
      answered += chunk.toString('latin1').split('HTTP/1.1 4').length - 1;
    });
    socket.on('error', () => undefined); // a refused caller may be disconnected
    return socket;
  });
  let sent = 0;
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1_000) * FLOOD_PER_SECOND;
    for (; sent < due; sent += 1) sockets[sent % FLOOD_SOCKETS]?.write(next());
  }, TICK_MS);
  return async () => {
    const perSecond = answered / ((performance.now() - startedAt) / 1_000);
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
    return perSecond;
  };
}

async function setUpTwoFactor(site: Site, person: Person): Promise<void> {
  const { secret } = (await (await must(post(site, '/2fa/enable', { person }))).json()) as { secret: string };
  const code = generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) });
  await must(post(site, '/2fa/verify-enable', { person, form: { code } }));
  await must(post(site, '/2fa/disable', { person }));
}

/** Set up, finished and turned off again. */
function startSetups(site: Site, people: readonly Person[]): () => Promise<number> {
  let made = 0;
  let stopped = false;
  const startedAt = performance.now();
  const running = people.map(async (person) => {
    for (; !stopped; made += 1) await Promise.all([setUpTwoFactor(site, person), sleep((people.length / SETUPS_PER_SECOND) * 1_000)]);
  });
  return async () => {
    stopped = true;
    await Promise.all(running);
    return made / ((performance.now() - startedAt) / 1_000);
  };
}

async function timeSignIns(site: Site, owner: Person): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < SIGN_INS; n += 1) {
    const startedAt = performance.now();
    await signIn(site, owner);
    took.push(performance.now() - startedAt);
  }
  return median(took);
}

/** The real limits, but for those that would refuse the measuring itself. */
const LIMITS = 'sign-in-known-browser=0,two-factor-setup=0,sign-up=0';

export const bench: Bench = {
  ids: ['B21', 'sign-in-flood'],
  run: (context) =>
    withBenchCluster(async (cluster) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-bench-flood-'));
      const env = { DATABASE_URL: await cluster.createDatabase('flood'), DATA_DIR: dataDir, PORT: String(await findFreePort()) };
      const server = await startServerProcess(
        { ...env, ROLES: 'api', LOG_LEVEL: 'error', TRUST_PROXY: '127.0.0.1,::1', RATE_LIMIT_SCALE: '1', LIMITS },
        'main-all',
      );
      try {
        const site = { url: server.url };
        const owner = await signUp(site, 'flooded_owner');
        const others = await Promise.all(Array.from({ length: SETTERS_UP }, (_, n) => signUp(site, `setting_up_${n}`)));
        const during = (name: string, start: () => () => Promise<number>, unit: string) => ({
          name,
          round: async () => {
            const stop = start();
            await sleep(SETTLING_MS);
            const took = await timeSignIns(site, owner);
            context.say(`${name}: ${Math.round(took)} ms, ${Math.round(await stop())} ${unit} a second`);
            return took;
          },
        });
        await timeSignIns(site, owner);
        const contenders = [
          { name: 'quiet', round: () => timeSignIns(site, owner) },
          during('forged sign-ins', () => startFlood(site, () => forgedSignIn(owner, false)), 'refused'),
          during('forged sign-ins with made-up cookies', () => startFlood(site, () => forgedSignIn(owner, true)), 'refused'),
          during('two-factor set-ups', () => startSetups(site, others), 'finished'),
        ];
        const figures = await interleave(contenders, context.pick({ quick: 5, default: 7, full: 9 }));
        const quiet = figures.get('quiet') ?? [];
        return contenders.slice(1).map(({ name }) => {
          const ours = figures.get(name) ?? [];
          const ratio = median(ours) / median(quiet);
          return {
            id: 'B21',
            name: `sign-in in a known browser during ${name}`,
            unit: 'ms',
            ours: median(ours),
            other: median(quiet),
            otherName: 'without',
            ratio,
            target: `at most ${RATIO_MAX}`,
            passes: ratio <= RATIO_MAX,
            spread: { ours: spreadOf(ours), other: spreadOf(quiet) },
          };
        });
      } finally {
        await server.kill();
        rmSync(dataDir, { recursive: true, force: true });
      }
    }),
};
