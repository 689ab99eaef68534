import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../apps/sandbox/src/postgres/free-port';
import { api, isReady, processesWith, type Started, start, until } from './sandbox';

/** A folder that only we can enter, like root's home: PostgreSQL's user must still reach its data. */
const dir = mkdtempSync(join(tmpdir(), 'stablegate-life-'));
chmodSync(dir, 0o700);
const dataDir = join(dir, 'data');
let port: number;
let running: Started;

beforeAll(async () => {
  port = await findFreePort();
});
afterAll(async () => {
  running?.child.kill('SIGTERM');
  await running?.exited;
  rmSync(dir, { recursive: true, force: true });
});

async function startHere(args: string[] = []): Promise<void> {
  running = start({ PORT: String(port), DATA_DIR: dataDir }, args);
  await until('the gateway to be ready', async () => running.output().includes('Ctrl-C stops') || running.child.exitCode !== null);
  expect(await isReady(port), running.output()).toBe(true);
}

const newcomer = { username: 'staysaround', email: 'stays@example.com', password: 'Blue-Kettle-42' };
const signIn = () =>
  api(port, '/auth/login', { method: 'POST', body: new URLSearchParams({ username: newcomer.username, password: newcomer.password }) });

describe('one command starts everything, and Ctrl-C stops it', () => {
  test('a first start prints the address and the demo sign-ins, which work', async () => {
    await startHere();
    expect(running.output()).toContain(`http://localhost:${port}`);
    for (const username of ['demomerchant', 'demoadmin']) {
      expect(running.output()).toContain(username);
      const answer = await api(port, '/auth/login', { method: 'POST', body: new URLSearchParams({ username, password: 'Sandbox-2026!' }) });
      expect(answer.status).toBe(200);
    }
    const signUp = await api(port, '/auth/signup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(newcomer),
    });
    expect(signUp.status).toBe(201);
  });

  test('Ctrl-C ends with code 0 and leaves no process', async () => {
    running.child.kill('SIGINT');
    expect(await running.exited).toBe(0);
    expect(processesWith(dataDir)).toEqual([]);
  });

  test('a second start builds nothing and keeps the data', async () => {
    await startHere();
    expect(running.output()).not.toContain('Building');
    expect((await signIn()).status).toBe(200);
  });

  test('kill -9 of the parent ends the others, and the next start works', async () => {
    running.child.kill('SIGKILL');
    await running.exited;
    await until('nothing to be left', () => processesWith(dataDir).length === 0);
    await startHere();
    expect((await signIn()).status).toBe(200);
  });

  test('a sandbox on a data folder in use is refused with a message', async () => {
    const second = start({ PORT: String(await findFreePort()), DATA_DIR: dataDir });
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain('already uses');
  });

  test('a database that a newer release has taken something from is refused with a message', async () => {
    const { databaseUrl } = JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')) as { databaseUrl: string };
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(
      "insert into schema_migrations (version, name, checksum, oldest_reader) values (9999, '9999_future.sql', 'x', 9999)",
    );
    await client.end();
    running.child.kill('SIGINT');
    await running.exited;
    const refused = start({ PORT: String(port), DATA_DIR: dataDir });
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toContain('newer release');
    expect(processesWith(dataDir)).toEqual([]);
  });

  test('--fresh empties the data first', async () => {
    await startHere(['--fresh']);
    expect((await signIn()).status).toBe(401);
  });
});

describe('a failed start is explained in one sentence, with exit code 1', () => {
  test('a used port', async () => {
    const server: Server = createServer();
    const taken = await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
    );
    const refused = start({ PORT: String(taken), DATA_DIR: join(dir, 'other') });
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toContain(`Port ${taken} is taken`);
    server.close();
  });

  test('a data folder that is not writable', async () => {
    const file = join(dir, 'a-file'); // no folder can be made inside a file, not even by root
    writeFileSync(file, '');
    const refused = start({ PORT: String(await findFreePort()), DATA_DIR: join(file, 'data') });
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toContain('not writable');
    const hopeless = start({ PORT: String(await findFreePort()), DATA_DIR: '/proc/stablegate/data' });
    expect(await hopeless.exited).toBe(1);
    expect(hopeless.output()).toContain('not writable');
  });

  test('a bad PORT', async () => {
    const refused = start({ PORT: 'eighty', DATA_DIR: join(dir, 'other') });
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toContain('PORT is "eighty"');
  });
});
