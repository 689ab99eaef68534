import { randomBytes } from 'node:crypto';
import { API_SCOPES, type ApiScope, INVITED_ROLES, type InvitedRole } from '@stablegate/contract';
import { newMember, newMerchant, type Person, signIn, signUp } from './people';
import type { Target } from './target';

/** What somebody owns: ids by the part of a path or the field of a body that names them. */
export type Owned = Readonly<Record<string, string>>;

export type Shop = {
  readonly owned: Owned;
  readonly mainKey: string;
  /** What nobody but the owner and those they trust may read. */
  readonly secrets: readonly string[];
};

export type World = {
  readonly target: Target;
  /** The same one, for what an attack only prepares: its answers are not counted. */
  readonly aside: Target;
  readonly victim: Person & Shop;
  /** By role, in the team of the victim. */
  readonly members: Readonly<Record<InvitedRole, Person>>;
  /** Keys of the victim's store, each for one thing. */
  readonly keys: Readonly<Record<ApiScope, string>>;
  /** A key of the victim's store for everything, from another place; and one that was revoked. */
  readonly foreignPlaceKey: string;
  readonly revokedKey: string;
  /** Another merchant, and a manager of theirs. */
  readonly thief: Person & Shop;
  readonly thiefsManager: Person;
  readonly unverified: Person;
  readonly admin: Person;
  /** Of the admin, signed in too long ago to change what a thief would. Only where the surroundings can make it. */
  readonly oldSession: Person | undefined;
};

/** In every name that the victim gives: whoever else reads it, read too much. */
export const CANARY = `canary-${randomBytes(6).toString('hex')}`;
/** Documentation addresses (RFC 5737): nobody calls from there. */
const ELSEWHERE = '192.0.2.1';
const LINK = { description: null, amount: '5', stock: null, endsAt: null, questions: [], successMessage: null };
export const someAddress = (): string => `0x${randomBytes(20).toString('hex')}`;

type Named = { readonly id: string };

/** A store with everything that can belong to one. */
export async function openShop(owner: Person, name: string): Promise<Shop> {
  const store = await owner.ask<Named & { apiKey: string; merchantId: string }>('POST', '/store', { name, invoiceExpiryMinutes: 60 });
  const inStore = `/store/${store.id}`;
  const wallet = await owner.ask<Named>('POST', '/wallet', { storeId: store.id, network: 'BEP20', address: someAddress() });
  const { transId } = await owner.ask('POST', '/invoice', { storeId: store.id, name, amount: '10' });
  const link = await owner.ask<Named & { url: string }>('POST', '/payment-links', { ...LINK, name, storeId: store.id });
  const key = await owner.ask<Named & { apiKey: string }>('POST', `${inStore}/keys`, { name, scopes: [...API_SCOPES] });
  const endpoint = { url: `https://${name}.example/in`, version: '2', events: ['invoice.completed'] };
  const { id: endpointId, secret } = await owner.ask('POST', `${inStore}/endpoints`, endpoint);
  const [session] = await owner.ask<Named[]>('GET', '/auth/sessions');
  const owned: Owned = {
    store: store.id,
    storeId: store.id,
    epusdt: store.merchantId,
    wallet: wallet.id,
    invoice: transId ?? '',
    payment: transId ?? '',
    transId: transId ?? '',
    'payment-links': link.id,
    pay: new URL(link.url).pathname.split('/').at(-1) ?? '',
    keys: key.id,
    endpoints: endpointId ?? '',
    user: owner.userId,
    users: owner.userId,
    accounts: owner.userId,
    accountId: owner.userId,
    sessions: session?.id ?? '',
  };
  return { owned, mainKey: store.apiKey, secrets: [store.apiKey, key.apiKey, secret ?? ''] };
}

async function openKeys(victim: Person, storeId: string) {
  const newKey = async (scopes: readonly string[], more: object = {}) =>
    victim.ask<Named & { apiKey: string }>('POST', `/store/${storeId}/keys`, { name: CANARY, scopes, ...more });
  const keys: Partial<Record<ApiScope, string>> = {};
  for (const scope of API_SCOPES) keys[scope] = (await newKey([scope])).apiKey;
  const { apiKey: foreignPlaceKey } = await newKey(API_SCOPES, { allowedIps: [ELSEWHERE] });
  const { id, apiKey: revokedKey } = await newKey(API_SCOPES);
  await victim.ask('DELETE', `/store/${storeId}/keys/${id}`);
  return { keys: keys as Record<ApiScope, string>, foreignPlaceKey, revokedKey };
}

async function signedInLongAgo(target: Target): Promise<Person | undefined> {
  if (target.ageSignIns === undefined) return undefined;
  const admin = await signIn(target, target.admin);
  await target.ageSignIns(admin.userId);
  return admin;
}

/** Everybody whom the matrix needs, by HTTP alone. */
export async function createWorld(target: Target): Promise<World> {
  const oldSession = await signedInLongAgo(target);
  const [owner, thief, unverified, admin] = await Promise.all([
    newMerchant(target, 'victim'),
    newMerchant(target, 'thief'),
    signUp(target, 'nobody'),
    signIn(target, target.admin),
  ]);
  const [shop, loot] = await Promise.all([openShop(owner, CANARY), openShop(thief, 'mine')]);
  const members: Partial<Record<InvitedRole, Person>> = {};
  for (const role of INVITED_ROLES) members[role] = await newMember(target, owner, role);
  const thiefsManager = await newMember(target, thief, 'manager');
  const guest = { email: `guest-of-${owner.username}@example.com`, role: 'support' };
  const invitation = await owner.ask<Named>('POST', '/team/invitations', guest);
  const owned = { ...shop.owned, members: members.support?.userId ?? '', invitations: invitation.id };
  return {
    target,
    aside: target,
    victim: { ...owner, ...shop, owned },
    members: members as Record<InvitedRole, Person>,
    ...(await openKeys(owner, shop.owned.store ?? '')),
    thief: { ...thief, ...loot },
    thiefsManager,
    unverified,
    admin,
    oldSession,
  };
}
