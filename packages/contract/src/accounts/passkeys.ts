import { z } from 'zod';
import { emptyReply, messageReply, timeSchema } from '../common';
import { defineRoute } from '../route';

export const PASSKEY_NAME_MAX = 60;
const NAME_MISSING = 'Please enter a name for this passkey.';
export const passkeyNameSchema = z
  .string(NAME_MISSING)
  .trim()
  .min(1, { error: NAME_MISSING, abort: true })
  .max(PASSKEY_NAME_MAX, 'This name is too long.')
  .regex(/^[^\0\p{Cs}]*$/u, 'This name cannot be used.');

export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable(),
  backedUp: z.boolean().describe('It is synchronised between the devices of its owner'),
});
export type Passkey = z.infer<typeof passkeySchema>;

const optionsSchema = z.record(z.string(), z.unknown()).describe('Options of the WebAuthn call as JSON');

/** What the browser answers, as JSON. The library checks it; here only its outline. */
const credentialSchema = z.object({
  id: z.string().min(1).max(1_400),
  rawId: z.string().min(1).max(1_400),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()),
});
export type PasskeyAnswer = z.infer<typeof credentialSchema>;

const own = { tag: 'Two-factor', access: 'session', team: 'own' } as const;

export const passkeysApi = {
  list: defineRoute({ ...own, method: 'GET', path: '/passkeys', summary: 'Your passkeys', reply: { 200: z.array(passkeySchema) } }),
  newOptions: defineRoute({
    ...own,
    access: 'verified', // a stranger who signed up with somebody's address could come back with it
    method: 'POST',
    path: '/passkeys/options',
    audit: { nothing: 'it only prepares' },
    summary: 'Begin to add a passkey: options for navigator.credentials.create',
    stepUp: true,
    secondFactor: 'guard',
    reply: { 200: optionsSchema },
    errors: ['too_many_passkeys'],
  }),
  add: defineRoute({
    ...own,
    access: 'verified',
    method: 'POST',
    path: '/passkeys',
    audit: 'passkey.added',
    summary: 'Add a passkey with the answer of the browser. All other sessions end',
    stepUp: true,
    secondFactor: 'guard',
    limits: ['two-factor-setup'],
    body: z.object({ name: passkeyNameSchema, credential: credentialSchema }),
    reply: { 201: passkeySchema },
    errors: ['passkey_refused', 'too_many_passkeys'],
  }),
  remove: defineRoute({
    ...own,
    method: 'DELETE',
    path: '/passkeys/{id}',
    audit: 'passkey.removed',
    summary: 'Remove a passkey. All other sessions end',
    stepUp: true,
    secondFactor: 'guard',
    params: z.object({ id: z.string().min(1).max(64) }),
    reply: { 204: emptyReply },
    errors: ['last_second_factor'],
  }),
  signInOptions: defineRoute({
    method: 'POST',
    path: '/auth/passkey/options',
    audit: { nothing: 'it only prepares' },
    summary: 'Begin a sign-in or a confirmation with a passkey: options for navigator.credentials.get',
    tag: 'Session',
    access: 'public',
    reply: { 200: optionsSchema },
  }),
  signIn: defineRoute({
    method: 'POST',
    path: '/auth/passkey',
    audit: { nothing: 'the list of sessions shows every sign-in' },
    summary: 'Sign in with a passkey, which counts as two factors; `secondStep` finishes a sign-in that the password began',
    tag: 'Session',
    access: 'public',
    limits: ['passkey-sign-in', 'new-device-mail'],
    body: z.object({ credential: credentialSchema, remember: z.boolean().optional(), secondStep: z.boolean().optional() }),
    reply: { 200: messageReply },
    errors: ['passkey_refused', 'no_pending_login', 'address_not_allowed', 'account_disabled'],
    statuses: { passkey_refused: 401 },
  }),
  confirm: defineRoute({
    method: 'POST',
    path: '/auth/confirm-passkey',
    audit: { nothing: 'it proves who is there' },
    summary: 'Confirm with a passkey, in place of the password, before a sensitive change',
    tag: 'Session',
    access: 'session',
    team: 'own',
    body: z.object({ credential: credentialSchema }),
    reply: { 200: messageReply },
    errors: ['passkey_refused'],
  }),
};
