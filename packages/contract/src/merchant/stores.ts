import { z } from 'zod';
import { emptyReply, timeSchema } from '../common';
import { errorCatalogue } from '../errors';
import { defineRoute } from '../route';
import { networkSchema } from './networks';

export const INVOICE_EXPIRY_MINUTES = [10, 15, 20, 30, 45, 60] as const;
export const INVOICE_EXPIRY_DEFAULT = 15;
/** Of one account: each store costs reads of rates, watched addresses and rows of lists. */
export const STORES_MAX = 200;
export const STORE_NAME_MAX = 255;
export const STORE_NOTE_MAX = 1000;

const NAME_MISSING = 'Please enter merchant name';
const ADDRESS_MISSING = 'Address is required';
/** PostgreSQL stores no NUL character, and a lone surrogate is no character. */
const STORABLE = /^[^\0\p{Cs}]*$/u;

export const storeNameSchema = z
  .string(NAME_MISSING)
  .trim()
  .min(1, { error: NAME_MISSING, abort: true })
  .max(STORE_NAME_MAX, 'This name is too long.')
  .regex(STORABLE, 'This name cannot be used.');
const note = z.string().max(STORE_NOTE_MAX, 'This note is too long.').regex(STORABLE, 'This note cannot be used.');
export const invoiceExpirySchema = z
  .literal(INVOICE_EXPIRY_MINUTES, 'Please choose 10, 15, 20, 30, 45 or 60 minutes.')
  .describe('Minutes until an invoice expires');
const address = z.string(ADDRESS_MISSING).trim().min(1, ADDRESS_MISSING).max(200, errorCatalogue.invalid_address.message);

/** Of a store, which whoever is signed in reads; a shop works with them, so only its owner replaces them. */
export const STORE_SECRETS = ['apiKey', 'callbackSecret', 'endpointSecrets', 'epusdtToken'] as const;
export type StoreSecret = (typeof STORE_SECRETS)[number];

export const storeSchema = z.object({
  id: z.string(),
  name: z.string(),
  merchantId: z.string(),
  apiKey: z.string(),
  status: z.string().describe('Active, or what an operator has set'),
  time: timeSchema,
  note: z.string().nullable(),
  invoiceExpiryMinutes: z.number().int(),
  hasAddress: z.boolean().describe('Without a receiving address no invoice can be made'),
  keyInCallbacks: z
    .boolean()
    .describe(
      'Whether callbacks of invoices made with the main API key carry that key. Changing it takes the permission secrets and a recent sign-in',
    ),
  sharesAddresses: z.boolean().describe('Another gateway watches the addresses too: no invoice is asked for in whole cents'),
  exposedSecrets: z
    .array(z.enum(STORE_SECRETS))
    .describe('To reset: the owner reported a change that was not theirs, and whoever made it may know these'),
});
export type Store = z.infer<typeof storeSchema>;

export const walletSchema = z.object({
  id: z.string(),
  network: networkSchema,
  address: z.string(),
  storeId: z.string(),
  proven: z.boolean().describe('The owner has shown by a signature that they hold the key'),
  busy: z.boolean().describe('More than 100 transfers an hour: confirmed in a lane of its own'),
  pendingAddress: z.string().nullable().describe('The address that new invoices get from pendingAt on'),
  pendingAt: timeSchema.nullable(),
});
export type Wallet = z.infer<typeof walletSchema>;

/**
 * contract: a contract is deployed at the address · contract_elsewhere: on another EVM network only · program_address: an address of a
 * Solana program, which has no key.
 */
export const ADDRESS_WARNINGS = ['contract', 'contract_elsewhere', 'program_address'] as const;
export type AddressWarning = (typeof ADDRESS_WARNINGS)[number];

export const addressChallengeSchema = z.object({
  nonce: z.string(),
  message: z.string().describe('To sign as it is: personal_sign (EVM), signMessageV2 (TRON), signMessage (Solana)'),
  expiresAt: timeSchema,
  typedData: z.record(z.string(), z.unknown()).optional().describe('EVM: the same statement for eth_signTypedData_v4'),
});
export type AddressChallenge = z.infer<typeof addressChallengeSchema>;

/** `details` of a refused address: what to confirm, what to sign, or which wallet a token account belongs to. */
export const addressDoubtSchema = z.object({
  warnings: z.array(z.enum(ADDRESS_WARNINGS)).optional(),
  challenge: addressChallengeSchema.optional(),
  owner: z.string().optional(),
});
export type AddressDoubt = z.infer<typeof addressDoubtSchema>;

const SIGNATURE_MAX = 200;
const proof = z
  .object({
    nonce: z.string().min(1).max(64),
    signature: z
      .string()
      .trim()
      .min(1, 'Please enter the signature.')
      .max(SIGNATURE_MAX, 'This is not a signature.')
      .regex(STORABLE, 'This is not a signature.'),
  })
  .describe('The nonce of a challenge and the signature of its message');
const answers = {
  confirmed: z.boolean().optional().describe('The warnings of address_needs_confirmation were read'),
  proof: proof.optional(),
};
const addressRefusals = [
  'address_in_use',
  'invalid_address',
  'address_is_token',
  'address_is_token_account',
  'address_is_unspendable',
  'address_needs_confirmation',
  'address_needs_proof',
  'proof_refused',
  'proof_expired',
] as const;

export const storeDetailsSchema = z.object({
  store: storeSchema.extend({
    callbackSecret: z.string(),
    allowedIps: z
      .array(z.string())
      .optional()
      .describe('From where the main API key is accepted; empty: from everywhere. Absent without the permission secrets'),
  }),
  wallets: z.array(walletSchema),
});
export type StoreDetails = z.infer<typeof storeDetailsSchema>;

const storeParams = z.object({ id: z.string().min(1).max(64) });
const common = { tag: 'Stores', access: 'verified' } as const;

export const storesApi = {
  list: defineRoute({
    ...common,
    method: 'GET',
    path: '/store',
    team: 'read',
    summary: 'Your stores, newest first',
    secret: true,
    reply: { 200: z.array(storeSchema) },
  }),
  create: defineRoute({
    ...common,
    method: 'POST',
    path: '/store',
    team: 'stores',
    limits: ['create-store'],
    audit: 'store.created',
    summary: 'Create a store; it gets an API key immediately',
    body: z.object({ name: storeNameSchema, invoiceExpiryMinutes: invoiceExpirySchema.optional() }),
    secret: true,
    reply: { 201: storeSchema },
    errors: ['too_many_stores'],
  }),
  get: defineRoute({
    ...common,
    method: 'GET',
    path: '/store/{id}',
    team: 'read',
    summary: 'A store with its receiving addresses and its callback secret',
    params: storeParams,
    secret: true,
    reply: { 200: storeDetailsSchema },
  }),
  update: defineRoute({
    ...common,
    method: 'PUT',
    path: '/store/{id}',
    team: 'stores',
    stepUp: 'sometimes',
    audit: ['store.changed', 'key-in-callbacks.on', 'key-in-callbacks.off'],
    summary: 'Change name, note, invoice expiry, shared addresses, or whether callbacks carry the API key (with the permission secrets)',
    params: storeParams,
    body: z.object({
      name: storeNameSchema,
      note: note.nullable().optional(),
      invoiceExpiryMinutes: invoiceExpirySchema.optional(),
      keyInCallbacks: z.boolean().optional(),
      sharesAddresses: z.boolean().optional(),
    }),
    secret: true,
    reply: { 200: storeSchema },
  }),
  remove: defineRoute({
    ...common,
    method: 'DELETE',
    path: '/store/{id}',
    team: 'secrets',
    audit: 'store.deleted',
    summary: 'Delete a store; its key stops immediately, its open invoices stay payable until they end',
    stepUp: true,
    params: storeParams,
    reply: { 204: emptyReply },
  }),
  refreshApiKey: defineRoute({
    ...common,
    method: 'POST',
    path: '/store/{id}/refresh-api-key',
    team: 'secrets',
    audit: 'api-key.renewed',
    summary: 'A new API key; the old one stops within a second',
    stepUp: true,
    secondFactor: 'keys',
    params: storeParams,
    secret: true,
    reply: { 200: z.object({ apiKey: z.string() }) },
  }),
  refreshCallbackSecret: defineRoute({
    ...common,
    method: 'POST',
    path: '/store/{id}/refresh-callback-secret',
    team: 'secrets',
    audit: 'callback-secret.renewed',
    summary: 'A new callback secret; the old one is used alongside it for 24 hours',
    stepUp: true,
    secondFactor: 'keys',
    params: storeParams,
    secret: true,
    reply: { 200: z.object({ callbackSecret: z.string() }) },
  }),
};

const walletParams = z.object({ id: z.string().min(1).max(64) });

export const walletsApi = {
  create: defineRoute({
    ...common,
    method: 'POST',
    path: '/wallet',
    team: 'secrets',
    limits: ['wallets', 'address-lookup', 'address-lookups'],
    audit: ['wallet.added', 'wallet.requested'],
    summary: 'Add a receiving address to a store, one per network; the first immediately, later ones may wait (pendingAt)',
    stepUp: true,
    secondFactor: 'addresses',
    body: z.object({ storeId: z.string().min(1).max(64), network: networkSchema, address, ...answers }),
    reply: { 201: walletSchema },
    errors: ['not_found', 'network_taken', 'addresses_frozen', ...addressRefusals],
  }),
  challenge: defineRoute({
    ...common,
    method: 'POST',
    path: '/wallet/challenge',
    team: 'secrets',
    limits: ['wallets'],
    audit: { nothing: 'it only prepares what the owner signs' },
    summary: 'A message to sign with the key of an address; the signature goes into proof of POST or PUT /wallet',
    body: z.object({ storeId: z.string().min(1).max(64), network: networkSchema, address }),
    reply: { 201: addressChallengeSchema },
    errors: ['not_found', 'invalid_address', 'address_is_token', 'address_is_unspendable'],
  }),
  update: defineRoute({
    ...common,
    method: 'PUT',
    path: '/wallet/{id}',
    team: 'secrets',
    limits: ['wallets', 'address-lookup', 'address-lookups'],
    audit: ['wallet.changed', 'wallet.requested', 'wallet.canceled'],
    summary: 'Change a receiving address, immediately or from pendingAt on; open invoices keep the old one',
    stepUp: true,
    secondFactor: 'addresses',
    params: walletParams,
    body: z.object({ address, ...answers }),
    reply: { 200: walletSchema },
    errors: ['not_found', 'addresses_frozen', ...addressRefusals],
  }),
  cancelChange: defineRoute({
    ...common,
    method: 'DELETE',
    path: '/wallet/{id}/pending',
    team: 'secrets',
    audit: 'wallet.canceled',
    summary: 'Cancel the waiting change of a receiving address',
    params: walletParams,
    reply: { 204: emptyReply },
    errors: ['not_found', 'conflict'],
  }),
  remove: defineRoute({
    ...common,
    method: 'DELETE',
    path: '/wallet/{id}',
    team: 'secrets',
    audit: 'wallet.removed',
    summary: 'Remove a receiving address; open invoices keep it',
    stepUp: true,
    secondFactor: 'addresses',
    params: walletParams,
    reply: { 204: emptyReply },
    errors: ['not_found', 'addresses_frozen'],
  }),
};
