import { defineRoute, messageReply, type RouteSpec } from '@stablegate/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Extension } from '../../apps/server/src/app';
import { AppError } from '../../apps/server/src/platform/app-error';
import { asStoreId } from '../../apps/server/src/platform/id-types';
import type { TestApp } from '../../apps/server/test/app';
import { CALLER_ATTACKS, foreignAccount, strangers } from './matrix/callers';
import { attackAll, findHarm } from './matrix/matrix';
import { shortMatrix } from './matrix/matrix-attacks';
import { unharmed } from './matrix/unharmed';
import { attackScenario, SCENARIOS } from './scenarios/scenarios';
import { startTarget } from './start-target';
import { createTarget } from './target';
import { CANARY, createWorld, type World } from './world';

let app: TestApp;
let world: World;
let compare: () => Promise<string[]>;

const probe = <const Path extends `/${string}`>(path: Path, more: Pick<RouteSpec, 'access' | 'team' | 'params'>) =>
  defineRoute({
    method: 'POST',
    path,
    summary: path,
    tag: 'Sandbox',
    audit: { nothing: 'it is not a part of the product' },
    reply: { 200: messageReply },
    ...more,
  } as RouteSpec);
/** Handlers with the faults that reviews find: nobody compared the owner, the change came before the check, nobody checked a signature. */
const faulty = {
  reads: probe('/probe/reads/{id}', { access: 'verified', team: 'read' }),
  hides: probe('/probe/hides', { access: 'verified', team: 'stores' }),
  trusts: probe('/probe/trusts', { access: 'feed' }),
};
const mountFaulty: Extension = (route) => {
  route(faulty.reads, async () => ({ message: CANARY }));
  route(faulty.hides, async () => {
    const name = `renamed ${Math.random()}`;
    const id = asStoreId(world.victim.owned.store ?? '');
    await app.platform.db.query.updateTable('stores').set({ name }).where('id', '=', id).execute();
    throw new AppError('not_found');
  });
  route(faulty.trusts, async () => ({ message: 'thank you' }));
};

beforeAll(async () => {
  const started = await startTarget(mountFaulty);
  app = started.app;
  world = await createWorld(started.target);
  compare = await unharmed(world);
});

test.each([...CALLER_ATTACKS, ...shortMatrix()])('$name: no route gives way', async (attack) => {
  const { routes, answers, findings } = await attackAll(world, attack);
  expect(findings.map(({ route, found }) => `${route}: ${found}`)).toEqual([]);
  expect([routes, answers.size]).not.toContain(0);
});

test.each(SCENARIOS.filter(({ isSlow }) => isSlow !== true))('$name', async (scenario) => {
  const { findings } = await attackScenario(world, scenario);
  expect(findings.map(({ found }) => found)).toEqual([]);
});

test('what the victim owns is as it was', async () => {
  const changed = await compare();
  expect(changed.length === 0 ? [] : [changed[0], ...(await findHarm(world, CALLER_ATTACKS))]).toEqual([]);
});

describe('a faulty route is found', () => {
  test('it answers with what the victim owns', async () => {
    const [finding] = (await attackAll(world, foreignAccount, [faulty.reads])).findings;
    expect(finding?.found).toContain('thief');
  });
  test('it takes a report without a signature', async () => {
    const [finding] = (await attackAll(world, strangers, [faulty.trusts])).findings;
    expect(finding?.found).toContain('a stranger gets 200');
  });
  test('it changes what the victim owns, and answers 404', async () => {
    expect((await attackAll(world, foreignAccount, [faulty.hides])).findings).toEqual([]);
    expect((await compare())[0]).toContain('is renamed');
    expect((await findHarm(world, [foreignAccount], [faulty.hides]))[0]).toMatchObject({ route: 'POST /probe/hides' });
  });
});

test.each([
  'https://pay.example',
  'http://10.0.0.1:8080',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'file:///x',
  '',
])('nothing but this machine is attacked: %s', (address) => {
  expect(() => createTarget(address, { mailsTo: async () => [], admin: { username: 'nobody', password: '' } })).toThrow(
    'is not a server of this machine',
  );
});
