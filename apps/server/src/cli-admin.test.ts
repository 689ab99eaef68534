import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUser, PASSWORD } from '../test/accounts';
import { startTestApp, type TestApp } from '../test/app';
import { bundleCommand, COMMANDS_MS, type Command } from '../test/processes/command';

let command: Command;
let app: TestApp;
let env: Record<string, string>;

beforeAll(async () => {
  command = await bundleCommand('cli-admin');
  app = await startTestApp();
  env = { DATABASE_URL: app.databaseUrl };
});

const admin = (...args: string[]) => command.run(args, env);
const audit = async (subject: string) =>
  (await sql`select actor, action, detail from audit_log where subject = ${subject} order by id`.execute(app.platform.db.query)).rows;
const isAdmin = async (browser: { get: ReturnType<TestApp['browser']>['get'] }) => (await browser.get('/auth')).json().isAdmin as boolean;

test(
  'grant and revoke count at once and are audited once',
  async () => {
    const user = await newUser(app, 'futureboss');
    expect(await admin('grant', 'FutureBoss', '--by', 'linh', '--reason', 'runs the shop')).toEqual({
      code: 0,
      output: 'FutureBoss is an administrator now.\n',
    });
    expect(await isAdmin(user)).toBe(true); // the open session now belongs to an admin
    expect((await admin('grant', 'futureboss')).output).toContain('already');
    expect((await admin('revoke', 'futureboss', '--by', 'linh')).code).toBe(0);
    expect((await user.get('/auth')).json().isAuthenticated).toBe(false);
    expect(await audit(user.userId)).toEqual([
      { actor: 'operator:linh', action: 'operator.grant', detail: { username: 'futureboss', reason: 'runs the shop' } },
      { actor: 'operator:linh', action: 'operator.revoke', detail: { username: 'futureboss', reason: null } },
    ]);
  },
  COMMANDS_MS,
);

test(
  'a disabled user is out everywhere until he is enabled again',
  async () => {
    const user = await newUser(app, 'troublemaker');
    expect((await admin('disable-user', 'troublemaker', '--reason', 'chargebacks')).code).toBe(0);
    expect((await user.get('/auth')).json().isAuthenticated).toBe(false);
    const signIn = () => app.browser().form('/auth/login', { username: 'troublemaker', password: PASSWORD });
    expect((await signIn()).json().code).toBe('account_disabled');
    expect((await admin('enable-user', 'troublemaker')).code).toBe(0);
    expect((await signIn()).statusCode).toBe(200);
  },
  COMMANDS_MS,
);

test(
  'reset-2fa removes app and recovery codes and ends the sessions',
  async () => {
    const user = await newUser(app, 'lostphone');
    await sql`
    insert into totp_secrets (user_id, secret_sealed, setup_session_id, created_at, enabled_at)
    values (${user.userId}, ${app.platform.secrets.seal('totp', 'SEED')}, 'x', now(), now())`.execute(app.platform.db.query);
    await sql`insert into recovery_codes (user_id, slot, code_hash) values (${user.userId}, 1, 'x')`.execute(app.platform.db.query);
    const signIn = () => app.browser().form('/auth/login', { username: 'lostphone', password: PASSWORD });
    expect((await signIn()).json()).toMatchObject({ require2FA: true });
    expect((await admin('reset-2fa', 'lostphone')).code).toBe(0);
    expect((await user.get('/auth')).json().isAuthenticated).toBe(false);
    expect((await signIn()).json()).toEqual({ message: 'Login successful' });
    const { rows } = await sql`select 1 from recovery_codes where user_id = ${user.userId}`.execute(app.platform.db.query);
    expect(rows).toEqual([]);
    expect((await admin('reset-2fa', 'lostphone')).output).toContain('has no two-factor');
    expect(await audit(user.userId)).toHaveLength(1);
  },
  COMMANDS_MS,
);

test(
  'adjust moves money through the ledger, once per reference, and never takes what is not there',
  async () => {
    const user = await newUser(app, 'wronglycharged');
    const name = 'wronglycharged';
    const why = ['--reason', 'paid twice', '--by', 'linh'];
    const first = await admin('adjust', name, '+12.50', ...why, '--reference', 'ticket-7');
    expect(first).toMatchObject({ code: 0, output: expect.stringContaining('The balance of wronglycharged is 12.500000 now (+12.500000') });
    // a retry after a lost response
    expect((await admin('adjust', name, '+12.50', ...why, '--reference', 'ticket-7')).output).toBe(first.output);
    expect((await user.get(`/user/${user.userId}`)).json()).toMatchObject({ balance: 12.5 });
    expect((await admin('adjust', name, '-2.000001', ...why)).output).toContain('is 10.499999 now (-2.000001');

    const refused = await admin('adjust', name, '-10.5', ...why);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('10.50');
    const bad = await Promise.all(['+0', '+1.0000001', '+1e3', '-٣'].map((amount) => admin('adjust', name, amount, ...why)));
    expect(bad.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
    expect((await admin('adjust', name, '5', ...why)).code).toBe(2); // the sign is required
    expect((await admin('adjust', name, '+5')).output).toContain('--reason');
    expect(await audit(user.userId)).toMatchObject([
      { actor: 'operator:linh', action: 'operator.adjust', detail: { amount: '12.500000', reason: 'paid twice', reference: 'ticket-7' } },
      { action: 'operator.adjust', detail: { amount: '-2.000001' } },
    ]);
  },
  COMMANDS_MS,
);

test(
  'an unknown user, an unknown command and a missing name are told',
  async () => {
    expect(await admin('grant', 'nobody_here')).toEqual({ code: 1, output: 'No user is called "nobody_here".\n' });
    for (const args of [[], ['grant'], ['fly', 'x'], ['grant', 'a', 'b']]) {
      const usage = await admin(...args);
      expect(usage.code).toBe(2);
      expect(usage.output).toContain('npm run admin -- grant <username>');
    }
  },
  COMMANDS_MS,
);

test(
  'without DATABASE_URL the command finds the sandbox of DATA_DIR',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-note-'));
    afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
    await newUser(app, 'sandboxer');
    writeFileSync(join(dataDir, 'sandbox.json'), JSON.stringify({ databaseUrl: app.databaseUrl, chainUrl: 'http://127.0.0.1:1' }));
    expect((await command.run(['grant', 'sandboxer'], { DATA_DIR: dataDir })).code).toBe(0);
  },
  COMMANDS_MS,
);
