import { z } from 'zod';
import { allowedIpsSchema } from '../accounts/security';
import { emptyReply, timeSchema } from '../common';
import { API_SCOPES, defineRoute } from '../route';

export const API_KEY_NAME_MAX = 60;
export const API_KEY_DAYS_MAX = 3_650;
/** How long a rolled key goes on working, in hours. */
export const API_KEY_OVERLAP_HOURS = [0, 1, 24, 168] as const;

const NAME_MISSING = 'Please enter a name for this key.';
export const apiKeyNameSchema = z
  .string(NAME_MISSING)
  .trim()
  .min(1, { error: NAME_MISSING, abort: true })
  .max(API_KEY_NAME_MAX, 'This name is too long.')
  .regex(/^[^\0\p{Cs}]*$/u, 'This name cannot be used.');

const apiScopesSchema = z.array(z.enum(API_SCOPES)).min(1, 'Please choose at least one permission.').max(API_SCOPES.length);

/** active · ending: rolled, but still working · expired, replaced, revoked: no longer working. */
export const API_KEY_STATES = ['active', 'ending', 'expired', 'replaced', 'revoked'] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];

export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  lastFour: z.string().describe('The last four characters of the key'),
  scopes: z.array(z.enum(API_SCOPES)),
  allowedIps: z.array(z.string()).describe('Empty: from everywhere'),
  state: z.enum(API_KEY_STATES),
  createdAt: timeSchema,
  expiresAt: timeSchema.nullable(),
  lastUsedAt: timeSchema.nullable().describe('To the minute'),
  replacedBy: z.string().nullable().describe('The key that a roll made'),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

const newApiKeySchema = apiKeySchema.extend({ apiKey: z.string().describe('The key itself. It is shown only here.') });
export type NewApiKey = z.infer<typeof newApiKeySchema>;

const mainKeySchema = z.object({
  allowedIps: allowedIpsSchema.describe('Addresses or CIDR ranges; none: from everywhere'),
});

const storeParams = z.object({ id: z.string().min(1).max(64) });
const keyParams = storeParams.extend({ keyId: z.string().min(1).max(64) });
const common = { tag: 'Stores', access: 'verified', team: 'secrets' } as const;
const changing = { ...common, stepUp: true, secondFactor: 'keys' } as const;

export const apiKeysApi = {
  list: defineRoute({
    ...common,
    method: 'GET',
    path: '/store/{id}/keys',
    summary: "A store's additional API keys, newest first; ended ones for 30 days",
    params: storeParams,
    reply: { 200: z.array(apiKeySchema) },
  }),
  create: defineRoute({
    ...changing,
    method: 'POST',
    path: '/store/{id}/keys',
    audit: 'api-key.created',
    summary: 'Create an API key with the chosen permissions; the answer alone contains it',
    params: storeParams,
    body: z.object({
      name: apiKeyNameSchema,
      scopes: apiScopesSchema,
      allowedIps: allowedIpsSchema.optional().describe('Addresses or CIDR ranges; none: from everywhere'),
      expiresInDays: z.number().int().min(1).max(API_KEY_DAYS_MAX).nullable().optional(),
    }),
    limits: ['create-key'],
    secret: true,
    reply: { 201: newApiKeySchema },
    errors: ['too_many_api_keys'],
  }),
  roll: defineRoute({
    ...changing,
    method: 'POST',
    path: '/store/{id}/keys/{keyId}/roll',
    audit: 'api-key.rolled',
    summary: 'Replace an API key by a new one of the same kind; the old one goes on working for the chosen time',
    params: keyParams,
    body: z.object({ keepOldHours: z.literal(API_KEY_OVERLAP_HOURS) }),
    limits: ['create-key'],
    secret: true,
    reply: { 201: newApiKeySchema },
    errors: ['api_key_not_active'],
  }),
  restrictMain: defineRoute({
    ...changing,
    method: 'PUT',
    path: '/store/{id}/main-key',
    audit: 'api-key.restricted',
    summary: "Set the addresses from which the store's main API key is accepted; it holds within a second",
    params: storeParams,
    body: mainKeySchema,
    reply: { 200: mainKeySchema },
  }),
  revoke: defineRoute({
    ...changing,
    method: 'DELETE',
    path: '/store/{id}/keys/{keyId}',
    audit: 'api-key.revoked',
    summary: 'Revoke an API key; it stops within a second',
    params: keyParams,
    reply: { 204: emptyReply },
  }),
};
