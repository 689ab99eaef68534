import { beforeAll, describe, expect, test } from 'vitest';
import { newUser, PASSWORD, tokenIn, waitForMail } from '../../../../test/accounts';
import { type Browser, startTestApp, type TestApp } from '../../../../test/app';
import { signIn } from '../../../../test/sign-ins';
import { manualClock } from '../../../platform/clock';
import { addressBlock } from '../../../platform/net/address-block';
import { createSecretBox, sha256 } from '../../../platform/secrets/crypto';
import { provenBrowser } from './known-devices';
import { CODE_FROM_STRANGERS, PASSWORD_FROM_ADDRESS, PASSWORD_FROM_STRANGERS, waitsInSeconds } from './login-throttle.domain';
import { countTry, uncountTry } from './login-throttle.queries';

const clock = manualClock('2026-03-01T10:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clocks: { real: clock, business: clock }, roles: ['worker'] });
});

const signInFrom = (browser: Browser, ip: string, username: string, password: string) =>
  browser.send({ method: 'POST', url: '/api/v1/auth/login', remoteAddress: ip, payload: { username, password } });
const address = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

/** As many as the hash queue takes at a time; each from another address, each with another wrong password. */
async function attack(username: string, tries: number, ipOf: (n: number) => string): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  for (let start = 0; start < tries; start += 20) {
    const batch = Array.from({ length: 20 }, (_, index) =>
      signInFrom(app.browser(), ipOf(start + index), username, `Guess-number-${start + index}`),
    );
    for (const { statusCode } of await Promise.all(batch)) statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  }
  return statuses;
}

describe('the waits', () => {
  test('begin after the free attempts, double, and are capped', () => {
    expect(waitsInSeconds({ name: 'x', freeTries: 3, waitSecondsMax: 10, strict: true })).toEqual([0, 0, 1, 2, 4, 8, 10]);
    expect(waitsInSeconds(PASSWORD_FROM_ADDRESS).at(-1)).toBe(900);
    expect(waitsInSeconds(PASSWORD_FROM_STRANGERS).filter((seconds) => seconds === 0)).toHaveLength(49);
  });

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('count %s as %s', (ip, block) => {
    expect(addressBlock(ip)).toBe(block);
  });
});

describe('wrong passwords', () => {
  test('1,000 from 1,000 addresses neither lock the owner out of their known browser nor keep guessing', async () => {
    const owner = await newUser(app, 'besieged1');
    const statuses = await attack('besieged1', 1_000, (n) => address(n + 1));
    expect([...statuses.keys()].sort()).toEqual([401, 429]);
    // The others were not even compared; 20 ran concurrently.
    expect(statuses.get(401)).toBeGreaterThanOrEqual(50);
    expect(statuses.get(401)).toBeLessThan(50 + 20);
    expect((await signIn(owner, 'besieged1')).statusCode).toBe(200);
    expect((await signInFrom(owner, address(7), 'besieged1', PASSWORD)).statusCode).toBe(200); // from an attacker's address too

    const stranger = await signInFrom(app.browser(), '192.0.2.1', 'besieged1', PASSWORD);
    expect(stranger.statusCode).toBe(429);
    expect(Number(stranger.headers['retry-after'])).toBeLessThanOrEqual(300);
    clock.advance(300_000); // no permanent lock
    expect((await signInFrom(app.browser(), '192.0.2.1', 'besieged1', PASSWORD)).statusCode).toBe(200);
  }, 120_000);

  test('1,000 from one address lock out only that address', async () => {
    const owner = await newUser(app, 'besieged2');
    const statuses = await attack('besieged2', 1_000, () => '198.51.100.1');
    expect(statuses.get(401)).toBeGreaterThanOrEqual(10);
    expect(statuses.get(401)).toBeLessThan(10 + 20);
    expect((await signInFrom(app.browser(), '198.51.100.1', 'besieged2', PASSWORD)).statusCode).toBe(429);
    expect((await signInFrom(owner, '198.51.100.1', 'besieged2', PASSWORD)).statusCode).toBe(200);
    expect((await signInFrom(app.browser(), '198.51.100.2', 'besieged2', PASSWORD)).statusCode).toBe(200);
  }, 120_000);

  test('slow down unknown names in the same way', async () => {
    await newUser(app, 'existing1');
    const answers = async (username: string) => {
      const statuses: unknown[] = [];
      for (let tries = 0; tries < 13; tries += 1) {
        const answer = await signInFrom(app.browser(), '198.51.100.9', username, 'Guess-again-1');
        statuses.push([answer.statusCode, answer.json().code, answer.json().message, answer.headers['retry-after']]);
      }
      return statuses;
    };
    expect(await answers('existing1')).toEqual(await answers('not_there_1'));
  });

  test('in the known browser count only there, and a right one resets them', async () => {
    const owner = await newUser(app, 'forgetful');
    const wrong = () => owner.form('/auth/login', { username: 'forgetful', password: 'Was-it-this-1' });
    for (let tries = 0; tries < 9; tries += 1) expect((await wrong()).statusCode).toBe(401);
    expect((await signIn(owner, 'forgetful')).statusCode).toBe(200);
    for (let tries = 0; tries < 10; tries += 1) expect((await wrong()).statusCode).toBe(401);
    expect((await signIn(owner, 'forgetful')).statusCode).toBe(429);
    expect((await signIn(app.browser(), 'forgetful')).statusCode).toBe(200);
    clock.advance(1_000);
    expect((await signIn(owner, 'forgetful')).statusCode).toBe(200);
  });

  test('two concurrent ones do not block each other, in whatever order they read the clock', async () => {
    const key = sha256('two of the same moment');
    const { query } = app.platform.db;
    const [later, earlier] = [new Date('2026-03-01T10:00:00.005Z'), new Date('2026-03-01T10:00:00.000Z')];
    expect(await countTry(query, key, CODE_FROM_STRANGERS, later, true)).toBe(true);
    expect(await countTry(query, key, CODE_FROM_STRANGERS, earlier, true)).toBe(true);
    await uncountTry(query, key);
    expect(await countTry(query, key, CODE_FROM_STRANGERS, earlier, true)).toBe(true);
    for (let tries = 0; tries < 3; tries += 1) expect(await countTry(query, key, CODE_FROM_STRANGERS, later, true)).toBe(true);
    expect(await countTry(query, key, CODE_FROM_STRANGERS, later, true)).toBe(false); // the fifth has started the waits
  });

  test('are forgotten after a day without one', async () => {
    await newUser(app, 'tomorrow1');
    for (let tries = 0; tries < 12; tries += 1) await signInFrom(app.browser(), '198.51.100.20', 'tomorrow1', 'Guess-again-1');
    clock.advance(24 * 3_600_000 + 1);
    for (let tries = 0; tries < 9; tries += 1) {
      expect((await signInFrom(app.browser(), '198.51.100.20', 'tomorrow1', 'Guess-again-1')).statusCode).toBe(401);
    }
  });

  test('do not lock out an owner with only a mailbox: the browser that opened the reset link is known', async () => {
    const owner = await newUser(app, 'besieged3');
    await attack('besieged3', 80, (n) => address(200_000 + n));
    const away = app.browser();
    expect((await signIn(away, 'besieged3')).statusCode).toBe(429);
    await away.post('/auth/forgot-password', { email: owner.email });
    const token = tokenIn(await waitForMail(app, owner.email));
    await away.post('/auth/reset-password', { token, password: 'Green-Teapot-77' });
    expect((await signIn(away, 'besieged3', { password: 'Green-Teapot-77' })).statusCode).toBe(200);
  }, 120_000);

  test('correct ones do not block each other: thirty browsers concurrently', async () => {
    await newUser(app, 'manybrows');
    const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(app.browser(), 'manybrows')));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30);
  });

  test('a forged device cookie has no effect', async () => {
    await newUser(app, 'no_cookie1');
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) {
      const browser = app.browser();
      browser.cookies.set('sg_device', `${tries}`.padStart(43, 'x'));
      statuses.push((await signInFrom(browser, '198.51.100.30', 'no_cookie1', 'Guess-again-1')).statusCode);
    }
    expect(statuses.slice(10)).toEqual([429, 429]);
  });
});

describe('the priority of known browsers', () => {
  /** All at once, as many as both queues together hold, and then the owner. */
  async function besiege(owner: Browser, username: string, cookieOf: (n: number) => string | undefined): Promise<number> {
    const flood = Array.from({ length: 150 }, (_, n) => {
      const browser = app.browser();
      const cookie = cookieOf(n);
      if (cookie !== undefined) browser.cookies.set('sg_device', cookie);
      return signInFrom(browser, address(300_000 + n), username, `Guess-number-${n}`);
    });
    const [answer] = await Promise.all([signIn(owner, username), ...flood]);
    return answer.statusCode;
  }

  test.each([
    ['made-up cookies', (n: number) => `${n}`.padStart(43, 'x')],
    ['made-up signatures', (n: number) => `${n}`.padStart(43, 'x').concat('.', `${n}`.padStart(43, 'y'))],
    ['no cookies', () => undefined],
  ])('is not entered with %s: the owner signs in during a flood', async (what, cookieOf) => {
    const username = `lane_${what.replace(/\W/g, '_')}`.slice(0, 15);
    const owner = await newUser(app, username);
    expect(await besiege(owner, username, cookieOf)).toBe(200);
  });

  test("is not entered with another account's signed cookie", async () => {
    const owner = await newUser(app, 'lane_owner');
    const thief = await newUser(app, 'lane_thief');
    const signed = thief.cookies.get('sg_device');
    expect(await besiege(owner, 'lane_owner', () => signed)).toBe(200);
  });

  test('a cookie proves its own names only, several of one browser, in any case, and none with another key', async () => {
    const browser = app.browser();
    for (const username of ['lane_first', 'lane_second']) {
      await browser.post('/auth/signup', { username, email: `${username}@example.com`, password: PASSWORD });
    }
    const cookie = browser.cookies.get('sg_device') ?? '';
    const { secrets } = app.platform;
    for (const username of ['lane_first', 'LANE_second']) expect(provenBrowser(secrets, username, cookie)).toBe(cookie.slice(0, 43));
    expect(provenBrowser(secrets, 'lane_third', cookie)).toBeUndefined();
    expect(provenBrowser(secrets, 'lane_first', cookie.slice(0, 43))).toBeUndefined();
    expect(provenBrowser(createSecretBox([{ id: 1, key: Buffer.alloc(32, 7) }]), 'lane_first', cookie)).toBeUndefined();
  });

  test('a cookie of version 0.1 is still a known browser, and is signed at the next sign-in', async () => {
    const owner = await newUser(app, 'lane_old_01');
    owner.cookies.set('sg_device', (owner.cookies.get('sg_device') ?? '').slice(0, 43));
    await attack('lane_old_01', 80, (n) => address(400_000 + n));
    expect((await signIn(app.browser(), 'lane_old_01')).statusCode).toBe(429);
    expect((await signIn(owner, 'lane_old_01')).statusCode).toBe(200);
    expect(provenBrowser(app.platform.secrets, 'lane_old_01', owner.cookies.get('sg_device'))).toBeDefined();
  }, 60_000);
});

describe('limits on requests', () => {
  test('an address signs in 60 times a minute (here a tenth of it); known browsers behind it are unaffected', async () => {
    const limited = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.1' } });
    const owner = limited.browser();
    await owner.post('/auth/signup', { username: 'neighbour', email: 'n@example.com', password: PASSWORD });
    const statuses: number[] = [];
    for (let tries = 0; tries < 8; tries += 1) {
      statuses.push((await signIn(limited.browser(), `stranger${tries}`)).statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
    // 20 times a minute from a known browser (here twice); then it queues with the strangers, and the limit of its address applies.
    for (const status of [200, 200, 429]) expect((await signIn(owner, 'neighbour')).statusCode).toBe(status);
  });
});

describe('time', () => {
  test('does not reveal whether a name exists', async () => {
    await newUser(app, 'timing_me');
    const measure = async (username: string, n: number): Promise<number> => {
      const start = process.hrtime.bigint();
      await signInFrom(app.browser(), address(100_000 + n), username, 'Guess-again-1');
      return Number(process.hrtime.bigint() - start) / 1e6;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let n = 0; n < 40; n += 1) {
      known.push(await measure('timing_me', n));
      unknown.push(await measure(`timing_${String(n).padStart(2, '0')}`, n));
    }
    const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
    const ratio = median(known) / median(unknown);
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.4);
  }, 120_000);
});
