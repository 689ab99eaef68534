import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createSimulatedEvm } from '../../test/nodes/evm/evm-chain';
import { startTestNode } from '../../test/nodes/test-node';
import { asRunningRole, useTestDatabase } from '../../test/parts/database';
import { startSmtp } from '../../test/parts/smtp';
import { bundleCommand, COMMANDS_MS, type Command } from '../../test/processes/command';

let command: Command;
beforeAll(async () => {
  command = await bundleCommand('cli-admin');
});

const production = async () => ({
  DATABASE_URL: await useTestDatabase(),
  PUBLIC_URL: 'https://pay.invalid',
  DATA_DIR: mkdtempSync(join(tmpdir(), 'doctor-')),
});

test(
  'doctor names what is missing for the first customer, and what to do',
  async () => {
    const { code, output } = await command.run(['doctor'], await production());
    expect(code).toBe(1);
    expect(output).toMatch(/^database +ok +PostgreSQL 1\d$/m);
    expect(output).toMatch(/^schema +ok +is current/m);
    expect(output).toMatch(/^clock +ok +agrees/m);
    expect(output).toMatch(/^mail +PROBLEM +cannot be sent.*SMTP_URL/m);
    expect(output).toMatch(/^networks +PROBLEM +none has a node/m);
    expect(output).toMatch(/^address +PROBLEM +TRUST_PROXY is empty/m);
    expect(output).toMatch(/^address +note +does not answer yet/m);
    expect(output).toMatch(/^keys +note +the master key is a file/m);
    expect(output).toMatch(/^admins +note +none yet/m);
  },
  COMMANDS_MS,
);

test(
  'doctor talks to the mail server and the nodes',
  async () => {
    const smtp = await startSmtp();
    const chain = createSimulatedEvm({ network: 'ERC20', seed: 5, startNumber: 1 });
    for (let count = 0; count < 20; count += 1) chain.mine({ background: 1 });
    const [good, bad] = [await startTestNode(chain), await startTestNode(chain, { faults: { chainId: 137 } })];
    const env = {
      ...(await production()),
      ERC20_MIN_DEPTH: '4',
      TRUST_PROXY: '127.0.0.1',
      MASTER_KEY: `1:${Buffer.alloc(32, 7).toString('base64')}`,
    };
    const fine = await command.run(['doctor'], {
      ...env,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Pay <pay@example.com>',
      ERC20_RPC_URLS: good.url,
    });
    expect(fine.output).toMatch(/^mail +ok +the server takes it/m);
    expect(fine.output).toMatch(/^networks +note +ERC20: a single node/m);
    expect(fine.output).toMatch(/^networks +note +TRON, BEP20, POLYGON, SOLANA: off/m);
    // The test's PostgreSQL is fast rather than durable, and nothing else is wrong.
    expect(fine.output).toMatch(/^database +PROBLEM +may lose acknowledged payments/m);
    expect(fine.output).toContain('1 problem found.');
    expect(smtp.received).toEqual([]);
    const wrong = await command.run(['doctor'], { ...env, SMTP_URL: 'smtp://127.0.0.1:9', ERC20_RPC_URLS: bad.url, DATABASE_HA: '1' });
    expect(wrong.output).toMatch(/^mail +PROBLEM +the server of SMTP_URL refuses/m);
    expect(wrong.output).toMatch(/^networks +PROBLEM +ERC20 .*is a node of chain 137/m);
    expect(wrong.output).toMatch(/^database +PROBLEM +has no synchronous standby/m);
    expect(wrong.code).toBe(1);
  },
  COMMANDS_MS,
);

test(
  'doctor says in one sentence that the database cannot be reached',
  async () => {
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing', PUBLIC_URL: 'https://pay.invalid' };
    const { code, output } = await command.run(['doctor'], env);
    expect(code).toBe(1);
    expect(output).toMatch(/^database +PROBLEM .*ECONNREFUSED/m);
  },
  COMMANDS_MS,
);

/** It loads the whole server, which the other commands do not. */
const MIGRATE_MS = 180_000;

test(
  'two roles: the command migrates an empty database, and doctor says which role owns the tables',
  async () => {
    const url = await useTestDatabase('template0');
    const env = { ...(await production()), DATABASE_URL: asRunningRole(url) };
    const done = await command.run(['migrate'], { ...env, MIGRATION_DATABASE_URL: url });
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('The database is up to date.') });
    expect((await command.run(['doctor'], env)).output).toMatch(/^database +ok +the role of DATABASE_URL owns no tables$/m);
    const owner = await command.run(['doctor'], { ...env, DATABASE_URL: url });
    expect(owner.output).toMatch(/^database +note +the role of DATABASE_URL owns \d+ tables.*MIGRATION_DATABASE_URL/m);
  },
  MIGRATE_MS,
);
