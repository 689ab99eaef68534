import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LINK_UNPAID_PER_ADDRESS_MAX } from '@stablegate/contract';
import { verifyCallback } from '../../../packages/sdk/src/callbacks';
import type { Found } from '../matrix/attack';
import { newMember, newMerchant } from '../people';
import type { Call, Target } from '../target';
import { openShop, type World } from '../world';
import { jsonCall, mustRefuse } from './calls';
import type { Scenario } from './scenario';

const ARRIVES_MS_MAX = 30_000;
const AT_ONCE = 12;

/** A server of whoever names its address in a callback_url. */
async function startListener() {
  const bodies = new Map<string, string>();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      bodies.set(request.url ?? '', body + JSON.stringify(request.headers));
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    at: async (path: string): Promise<string | undefined> => {
      for (const end = Date.now() + ARRIVES_MS_MAX; Date.now() < end && !bodies.has(path); ) await sleep(50);
      return bodies.get(path);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A scoped key, and a member who may not see keys, name where callbacks go. */
async function travellingKey({ target, aside }: World): Promise<Found[]> {
  const owner = await newMerchant(aside, 'keyed');
  const { owned, mainKey } = await openShop(owner, 'keyed');
  const { cookie } = await newMember(aside, owner, 'manager');
  const inStore = `/store/${owned.store}`;
  const { apiKey = '' } = await owner.ask('POST', `${inStore}/keys`, { name: 'Till', scopes: ['create'] });
  const listener = await startListener();
  const order = { name: 'Tea', amount: '10', request_id: 'travels', callback_url: `${listener.url}/order` };
  const make = jsonCall('POST', '/payment/invoice', order, { 'x-api-key': apiKey });
  const made = await target.send(make);
  const transId = made.status === 201 ? JSON.parse(made.text).data.trans_id : '';
  await aside.send(jsonCall('POST', `/payment/invoice/${transId}/cancel`, undefined, { 'x-api-key': mainKey }));
  const trial = jsonCall('POST', `${inStore}/test-callback`, { url: `${listener.url}/test` }, { cookie });
  await target.send(trial);
  const change = jsonCall('PUT', inStore, { name: 'x', keyInCallbacks: false }, { cookie });
  const found = await mustRefuse(target, change, 'a manager switches the key in callbacks');
  for (const [path, call] of [['/order', make] as const, ['/test', trial] as const]) {
    const sent = await listener.at(path);
    if (sent === undefined) found.push({ found: `nothing came to ${path}, so nothing is known of it`, call });
    else if (sent.includes(mainKey)) found.push({ found: `the main key travels to ${path}, which somebody without it named`, call });
  }
  listener.close();
  return found;
}

/** A shop whose variable is not set takes every callback for genuine. */
function emptySecret(): Found[] {
  const message = { headers: { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1,' }, body: '{}' };
  return [undefined, '', 'whsec_', 'whsec_c2hvcnQ='].flatMap((secret) => {
    try {
      verifyCallback({ ...message, secret });
      return [{ found: `the SDK works with the secret ${JSON.stringify(secret)}` }];
    } catch {
      return [];
    }
  });
}

/** Orders as a plugin of Epusdt sends them, signed with no token at all and with what a stranger can know. */
async function forgedOrders({ target, victim }: World): Promise<Found[]> {
  const { epusdt = '' } = victim.owned;
  const order = { order_id: `forged-${Date.now()}`, amount: 42, notify_url: 'https://thief.example/in' };
  const written = `amount=${order.amount}&notify_url=${order.notify_url}&order_id=${order.order_id}`;
  const found = await Promise.all(
    ['', 'null', 'undefined', epusdt].map(async (token): Promise<Found[]> => {
      const signature = createHash('md5')
        .update(written + token)
        .digest('hex');
      const call = jsonCall('POST', `/epusdt/${epusdt}/api/v1/order/create-transaction`, { ...order, signature });
      const { text } = await target.send(call);
      return JSON.parse(text).status_code === 200 ? [{ found: `an order signed with the token "${token}" is taken`, call }] : [];
    }),
  );
  return found.flat();
}

/** A payer's transaction of a network that the invoice does not offer must cost the nodes nothing. */
function claimElsewhere({ target, victim }: World): Promise<Found[]> {
  const claim = { network: 'POLYGON', tx_hash: `0x${'ab'.repeat(32)}` };
  const call = jsonCall('POST', `/payment/${victim.owned.payment}/claim`, claim);
  return mustRefuse(target, call, 'a claim on a network that is not offered is looked up');
}

const countMade = async (target: Target, calls: readonly Call[]): Promise<{ made: number; refused: string }> => {
  const answers = await Promise.all(calls.map(target.send));
  const refusal = answers.find(({ status }) => status !== 201);
  return { made: answers.filter(({ status }) => status === 201).length, refused: `${refusal?.status} ${refusal?.code}` };
};

/** One address orders the whole stock unpaid; so does one household of IPv6, where the server believes the suite its address. */
async function wholeStock({ target, aside }: World): Promise<Found[]> {
  const owner = await newMerchant(aside, 'stock');
  const { owned } = await openShop(owner, 'stock');
  const order = (address: Record<string, string>) => jsonCall('POST', `/pay/${owned.pay}`, { answers: [] }, address);
  const call = order({});
  const once = await countMade(
    target,
    Array.from({ length: AT_ONCE }, () => call),
  );
  if (once.made === 0) return [{ found: `no order is taken: ${once.refused}`, call }];
  if (once.made > LINK_UNPAID_PER_ADDRESS_MAX) return [{ found: `${once.made} unpaid orders of one address`, call, times: AT_ONCE }];
  const household = Array.from({ length: AT_ONCE }, (_, index) => order({ 'x-forwarded-for': `2001:db8:77:1::${index + 1}` }));
  const { made } = await countMade(target, household);
  return made > LINK_UNPAID_PER_ADDRESS_MAX ? [{ found: `${made} unpaid orders of one /64`, call: household[0] ?? call }] : [];
}

/** Somebody who has left the team goes on with the session they have. */
async function formerMember({ target, aside }: World): Promise<Found[]> {
  const owner = await newMerchant(aside, 'boss');
  const { owned } = await openShop(owner, 'boss');
  const member = await newMember(aside, owner, 'manager');
  const headers = { cookie: member.cookie };
  const read = jsonCall('GET', `/store/${owned.store}`, undefined, headers);
  if ((await aside.send(read)).status !== 200) return [{ found: 'a member cannot read the store', call: read }];
  await owner.ask('DELETE', `/team/members/${member.userId}`);
  return [
    ...(await mustRefuse(target, read, 'a former member reads')),
    ...(await mustRefuse(target, jsonCall('POST', '/team/switch', { accountId: owner.userId }, headers), 'a former member comes back')),
  ];
}

/** The owner allows sign-ins from one place: that binds the team, and the sessions that are open. */
async function allowedPlaces({ target, aside }: World): Promise<Found[]> {
  const owner = await newMerchant(aside, 'placed');
  const member = await newMember(aside, owner, 'manager');
  const own = '2001:db8:88:1::1';
  const headers = { 'content-type': 'application/json', cookie: owner.cookie, 'x-forwarded-for': own };
  const allow: Call = {
    method: 'PUT',
    path: `/user/${owner.userId}/security`,
    headers,
    body: JSON.stringify({ whitelistIp: true, allowedIps: [own] }),
  };
  const answer = await aside.send(allow);
  if (answer.code === 'would_lock_you_out') return []; // the server does not believe the suite its address
  if (answer.status !== 200)
    return [{ found: `allowed addresses cannot be set: ${answer.status} ${answer.text.slice(0, 100)}`, call: allow }];
  const elsewhere = (cookie: string) => jsonCall('GET', '/store', undefined, { cookie, 'x-forwarded-for': '2001:db8:99:1::1' });
  return [
    ...(await mustRefuse(target, elsewhere(owner.cookie), "the owner's session works from elsewhere")),
    ...(await mustRefuse(target, elsewhere(member.cookie), 'a member works from elsewhere')),
  ];
}

export const SHOP_SCENARIOS: readonly Scenario[] = [
  { name: 'the main key, travelling', run: travellingKey },
  { name: 'an empty secret', run: async () => emptySecret() },
  { name: 'forged orders of an Epusdt plugin', run: forgedOrders },
  { name: 'claims that cost the nodes', run: claimElsewhere },
  { name: 'the whole stock of a link', run: wholeStock },
  { name: 'a former member', run: formerMember },
  { name: 'sessions from another place', run: allowedPlaces },
];
