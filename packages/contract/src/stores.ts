import { z } from 'zod';
import { emptyReply, timeSchema } from './common';
import { networkSchema } from './networks';
import { defineRoute } from './route';

export const INVOICE_EXPIRY_MINUTES = [10, 15, 20, 30, 45, 60] as const;
export const INVOICE_EXPIRY_DEFAULT = 15;
export const STORE_NAME_MAX = 255;
export const STORE_NOTE_MAX = 1000;

const NAME_MISSING = 'Please enter merchant name';
const ADDRESS_MISSING = 'Address is required';
/** PostgreSQL keeps no NUL character in a text. */
const NO_NUL = /^[^\0]*$/;

export const storeNameSchema = z
  .string(NAME_MISSING)
  .trim()
  .min(1, { error: NAME_MISSING, abort: true })
  .max(STORE_NAME_MAX, 'This name is too long.')
  .regex(NO_NUL, 'This name cannot be used.');
const note = z.string().max(STORE_NOTE_MAX, 'This note is too long.').regex(NO_NUL, 'This note cannot be used.');
export const invoiceExpirySchema = z
  .literal(INVOICE_EXPIRY_MINUTES, 'Please choose 10, 15, 20, 30, 45 or 60 minutes.')
  .describe('Minutes until an invoice expires');
const address = z.string(ADDRESS_MISSING).trim().min(1, ADDRESS_MISSING).max(200, 'This is not an address of the chosen network.');

export const storeSchema = z.object({
  id: z.string(),
  name: z.string(),
  merchantId: z.string(),
  apiKey: z.string(),
  status: z.string().describe('Active, or what an operator has set'),
  time: timeSchema,
  note: z.string().nullable(),
  invoiceExpiryMinutes: z.number().int(),
});
export type Store = z.infer<typeof storeSchema>;

export const walletSchema = z.object({ id: z.string(), network: networkSchema, address: z.string(), storeId: z.string() });
export type Wallet = z.infer<typeof walletSchema>;

export const storeDetailsSchema = z.object({
  store: storeSchema.extend({ callbackSecret: z.string() }),
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
    summary: 'The own stores, newest first',
    reply: { 200: z.array(storeSchema) },
  }),
  create: defineRoute({
    ...common,
    method: 'POST',
    path: '/store',
    summary: 'Register a store; it gets an API key at once',
    body: z.object({ name: storeNameSchema, invoiceExpiryMinutes: invoiceExpirySchema.optional() }),
    reply: { 201: storeSchema },
  }),
  get: defineRoute({
    ...common,
    method: 'GET',
    path: '/store/{id}',
    summary: 'A store with its receiving addresses and its callback secret',
    params: storeParams,
    reply: { 200: storeDetailsSchema },
  }),
  update: defineRoute({
    ...common,
    method: 'PUT',
    path: '/store/{id}',
    summary: 'Change name, note or invoice expiry',
    params: storeParams,
    body: z.object({ name: storeNameSchema, note: note.nullable().optional(), invoiceExpiryMinutes: invoiceExpirySchema.optional() }),
    reply: { 200: storeSchema },
  }),
  remove: defineRoute({
    ...common,
    method: 'DELETE',
    path: '/store/{id}',
    summary: 'Delete a store; its key stops at once, its open invoices stay payable until they end',
    params: storeParams,
    reply: { 204: emptyReply },
  }),
  refreshApiKey: defineRoute({
    ...common,
    method: 'POST',
    path: '/store/{id}/refresh-api-key',
    summary: 'A new API key; the old one stops within a second',
    recentSignIn: true,
    params: storeParams,
    reply: { 200: z.object({ apiKey: z.string() }) },
  }),
  refreshCallbackSecret: defineRoute({
    ...common,
    method: 'POST',
    path: '/store/{id}/refresh-callback-secret',
    summary: 'A new callback secret; the old one signs beside it for 24 hours',
    params: storeParams,
    reply: { 200: z.object({ callbackSecret: z.string() }) },
  }),
};

const walletParams = z.object({ id: z.string().min(1).max(64) });

export const walletsApi = {
  create: defineRoute({
    ...common,
    method: 'POST',
    path: '/wallet',
    summary: 'Add a receiving address to a store, one per network',
    recentSignIn: true,
    body: z.object({ storeId: z.string().min(1).max(64), network: networkSchema, address }),
    reply: { 201: walletSchema },
    errors: ['not_found', 'network_taken', 'address_in_use', 'invalid_address'],
  }),
  update: defineRoute({
    ...common,
    method: 'PUT',
    path: '/wallet/{id}',
    summary: 'Change a receiving address; open invoices keep the old one',
    recentSignIn: true,
    params: walletParams,
    body: z.object({ address }),
    reply: { 200: walletSchema },
    errors: ['address_in_use', 'invalid_address'],
  }),
  remove: defineRoute({
    ...common,
    method: 'DELETE',
    path: '/wallet/{id}',
    summary: 'Remove a receiving address; open invoices keep it',
    recentSignIn: true,
    params: walletParams,
    reply: { 204: emptyReply },
  }),
};
