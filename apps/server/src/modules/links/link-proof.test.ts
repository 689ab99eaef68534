import type { LinkChallenge, LinkProof } from '@stablegate/contract';
import { hasLeadingZeroBits, workText } from '@stablegate/rules';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { openShop, type Shop } from '../../../test/shop';
import { NETWORK_ENV } from '../../../test/stores';
import { manualClock } from '../../platform/clock';
import { sha256 } from '../../platform/secrets/crypto';

const BITS = 6;
const clock = manualClock('2026-03-01T08:00:00Z');
let app: TestApp;
let shop: Shop;
beforeAll(async () => {
  app = await startTestApp({ env: { ...NETWORK_ENV, PAYMENT_LINK_PROOF_BITS: String(BITS) }, clocks: { real: clock, business: clock } });
  shop = await openShop(app, ['BEP20'], 1_000_000_000n);
});

const LINK = { name: 'Donation', description: null, amount: null, stock: null, endsAt: null, questions: [], successMessage: null };
async function newLink(): Promise<string> {
  const made = await shop.merchant.post('/payment-links', { ...LINK, storeId: shop.storeId, enabled: true });
  return made.json().url.split('/pay/')[1];
}
const FROM = '2001:db8:1:2::1';
const open = async (slug: string, remoteAddress = FROM): Promise<LinkChallenge> =>
  (await app.server.inject({ url: `/api/v1/pay/${slug}`, remoteAddress })).json().proof;
async function order(slug: string, proof?: LinkProof, { amount = '5', ip = FROM } = {}) {
  const answer = await app.server.inject({ method: 'POST', url: `/api/v1/pay/${slug}`, payload: { amount, proof }, remoteAddress: ip });
  return answer.statusCode === 201 ? answer.json().transId : `${answer.statusCode} ${answer.json().code}`;
}
function solve({ challenge, bits }: LinkChallenge, isSolved = true): LinkProof {
  for (let n = 0; ; n += 1)
    if (hasLeadingZeroBits(sha256(workText(challenge, String(n))), bits) === isSolved) return { challenge, nonce: String(n) };
}
const NEEDED = '422 proof_needed';
const TRANS_ID = /^[0-9a-z]{26}$/;

test('an order needs a proof, and one makes one order: the same again answers the same invoice', async () => {
  const slug = await newLink();
  const challenge = await open(slug);
  expect(challenge.bits).toBe(BITS);
  expect(await order(slug)).toBe(NEEDED);
  expect(await order(slug, solve(challenge, false))).toBe(NEEDED);
  const proof = solve(challenge);
  const made = await Promise.all([1, 2, 3, 4].map(() => order(slug, proof)));
  expect(made[0]).toMatch(TRANS_ID);
  expect(new Set(made).size).toBe(1);
  expect(await order(slug, proof, { amount: '6' })).toBe(NEEDED);
  expect(await order(slug, { ...proof, nonce: `00${proof.nonce}` })).toBe(NEEDED);
  const { rows } = await sql`select from payment_link_invoices`.execute(app.platform.db.query);
  expect(rows).toHaveLength(1);
});

test('it holds for its link and for the /64 of the customer, for half an hour', async () => {
  const [slug, other] = [await newLink(), await newLink()];
  const proof = solve(await open(slug, '2001:db8:7:7::1'));
  expect(await order(other, proof, { ip: '2001:db8:7:7::1' })).toBe(NEEDED);
  expect(await order(slug, proof, { ip: '2001:db8:7:8::1' })).toBe(NEEDED);
  const late = solve(await open(slug, '2001:db8:7:7::1'));
  expect(await order(slug, proof, { ip: '2001:db8:7:7:ffff::9' })).toMatch(TRANS_ID);
  clock.advance(30 * 60_000);
  expect(await order(slug, late, { ip: '2001:db8:7:7::1' })).toBe(NEEDED);
});

test('a challenge cannot be made or prolonged by its user', async () => {
  const slug = await newLink();
  const { challenge, bits } = await open(slug);
  const [endsAt = '', random, signature] = challenge.split('.');
  const forged = [
    `${Number(endsAt) + 60_000}.${random}.${signature}`,
    `${endsAt}.${random}x.${signature}`,
    `${endsAt}.${random}.`,
    '...',
    'x',
  ];
  for (const each of [...forged, `${challenge}.x`]) expect(await order(slug, solve({ challenge: each, bits })), each).toBe(NEEDED);
});

test('a refused order uses nothing up', async () => {
  const slug = await newLink();
  const proof = solve(await open(slug, '2001:db8:9::1'));
  expect(await order(slug, proof, { amount: '999999', ip: '2001:db8:9::1' })).toBe('422 invalid_value');
  expect(await order(slug, proof, { ip: '2001:db8:9::1' })).toMatch(TRANS_ID);
});

test('without the setting no proof is asked for, and one is of no use', async () => {
  const plain = await startTestApp({ env: NETWORK_ENV });
  const own = await openShop(plain, ['BEP20'], 1_000_000_000n);
  const made = await own.merchant.post('/payment-links', { ...LINK, storeId: own.storeId, enabled: true });
  const url = `/api/v1/pay/${made.json().url.split('/pay/')[1]}`;
  expect((await plain.server.inject({ url })).json().proof).toBeNull();
  const pay = async (payload: object) => (await plain.server.inject({ method: 'POST', url, payload })).json().transId;
  const proof = { challenge: 'x', nonce: '1' };
  expect(await pay({ amount: '5', proof })).not.toBe(await pay({ amount: '5', proof }));
});
