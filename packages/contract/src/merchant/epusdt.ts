import { parseMicros } from '@stablegate/rules';
import { z } from 'zod';
import { emptyReply, timeSchema } from '../common';
import { defineRoute } from '../route';
import { webAddressSchema } from './invoice-fields';

/** Below the store's address and at the root, where Epusdt has it. */
export const EPUSDT_PATH = '/order/create-transaction';

/** How a shop's amounts become USDT. */
export const EPUSDT_RATE_SOURCES = ['fixed', 'address', 'usdt'] as const;
export type EpusdtRateSource = (typeof EPUSDT_RATE_SOURCES)[number];

const RATE_RULE = 'Please enter how many CNY one USDT costs: a number from 0.1 to 100 with at most 6 decimal places.';
const RATE_MIN = 100_000n;
const RATE_MAX = 100_000_000n;
/** Broader than any rate of the last decades; a slip by a factor of ten is still caught where it leaves this range. */
export const epusdtRateSchema = z
  .string(RATE_RULE)
  .regex(/^\d{1,3}(\.\d{1,6})?$/, { error: RATE_RULE, abort: true })
  .refine((text) => {
    const micros = parseMicros(text);
    return micros !== undefined && micros >= RATE_MIN && micros <= RATE_MAX;
  }, RATE_RULE)
  .describe('CNY per USDT');

const PATH_RULE = 'Please enter names with dots between them, such as rates.CNY.';
export const EPUSDT_RATE_PATH = 'rates.CNY';
export const epusdtRatePathSchema = z
  .string(PATH_RULE)
  .max(200, PATH_RULE)
  .regex(/^\w+(\.\w+)*$/, PATH_RULE)
  .describe('Where the number is in the JSON; ignored when the answer is a plain number');

export const epusdtSettingsSchema = z.object({
  enabled: z.boolean(),
  address: z.string().describe('For plugins that ask for an address and add Epusdt’s path themselves'),
  endpoint: z.string().describe('For plugins that ask for the whole address of the call'),
  token: z.string().nullable().describe('Signs both ways; null until it was switched on once'),
  source: z.enum(EPUSDT_RATE_SOURCES).describe('fixed: rate · address: read every five minutes · usdt: amounts are USDT'),
  rate: z
    .string()
    .nullable()
    .describe('CNY per USDT; with an address, the expected rate, which a read one may differ from by a factor of two'),
  rateUrl: z.string().nullable(),
  ratePath: z.string().nullable(),
  currentRate: z.string().nullable().describe('What is used now; null when amounts are USDT'),
  rateReadAt: timeSchema.nullable().describe('When it was last read from the address'),
  pending: z
    .object({
      source: z.enum(EPUSDT_RATE_SOURCES),
      rate: z.string().nullable(),
      rateUrl: z.string().nullable(),
      ratePath: z.string().nullable(),
      at: timeSchema.describe('From when on new orders use it'),
    })
    .nullable()
    .describe('A rate that waits, as changes of receiving addresses do'),
});
export type EpusdtSettings = z.infer<typeof epusdtSettingsSchema>;

export const epusdtChangeSchema = z.discriminatedUnion('source', [
  z.object({ source: z.literal('fixed'), enabled: z.boolean(), rate: epusdtRateSchema }),
  z.object({
    source: z.literal('address'),
    enabled: z.boolean(),
    rate: epusdtRateSchema,
    rateUrl: webAddressSchema,
    ratePath: epusdtRatePathSchema.default(EPUSDT_RATE_PATH),
  }),
  z.object({ source: z.literal('usdt'), enabled: z.boolean() }),
]);
export type EpusdtChange = z.infer<typeof epusdtChangeSchema>;

const params = z.object({ id: z.string().min(1).max(64) });
const ofStore = { tag: 'Epusdt', access: 'verified', params } as const;
const common = { ...ofStore, secret: true } as const;

export const epusdtSettingsApi = {
  get: defineRoute({
    ...common,
    method: 'GET',
    path: '/store/{id}/epusdt',
    team: 'read',
    summary: 'Whether plugins made for Epusdt can use this store, with their address, token and rate',
    reply: { 200: epusdtSettingsSchema },
  }),
  change: defineRoute({
    ...common,
    method: 'PUT',
    path: '/store/{id}/epusdt',
    team: 'secrets',
    stepUp: true,
    secondFactor: 'keys',
    limits: ['test-callback'],
    audit: ['epusdt.changed', 'epusdt.requested', 'epusdt.canceled'],
    summary: 'Switch it on or off and set the rate; the first time it gets a token. A later rate may wait (pending)',
    body: epusdtChangeSchema,
    reply: { 200: epusdtSettingsSchema },
    errors: ['callback_port_refused', 'rate_not_readable', 'addresses_frozen'],
  }),
  cancelRate: defineRoute({
    ...ofStore,
    method: 'DELETE',
    path: '/store/{id}/epusdt/pending',
    team: 'secrets',
    audit: 'epusdt.canceled',
    summary: 'Cancel the waiting change of the rate',
    reply: { 204: emptyReply },
    errors: ['not_found', 'conflict'],
  }),
  refreshToken: defineRoute({
    ...common,
    method: 'POST',
    path: '/store/{id}/epusdt/refresh-token',
    team: 'secrets',
    stepUp: true,
    secondFactor: 'keys',
    limits: ['create-key'],
    audit: 'epusdt-token.renewed',
    summary: 'A new token; the old one stops immediately',
    reply: { 200: z.object({ token: z.string() }) },
    errors: ['not_found'],
  }),
};

/** Its own codes, in the answer's status_code; the HTTP status is 200, as there. */
export const EPUSDT_CODES = {
  success: 200,
  system: 400,
  signature: 401,
  duplicateOrder: 10002,
  noAddress: 10003,
  amount: 10004,
  noFreeAmount: 10005,
  rate: 10006,
  parameters: 10009,
} as const;

export const epusdtReplySchema = z.object({
  status_code: z
    .number()
    .int()
    .describe(
      '200: created · 400: refused, see message · 401: signature · 10002: order_id was used · 10003: no address · 10004: amount · 10005: no free amount · 10006: rate or currency · 10009: parameters',
    ),
  message: z.string(),
  data: z
    .object({
      trade_id: z.string().describe('Our trans_id'),
      order_id: z.string(),
      amount: z.number().describe('As sent'),
      actual_amount: z.number().describe('USDT to pay'),
      token: z.string().describe('The receiving address'),
      expiration_time: z.number().int().describe('Unix seconds'),
      payment_url: z.string(),
    })
    .nullable(),
  request_id: z.string(),
});
export type EpusdtReply = z.infer<typeof epusdtReplySchema>;

/** The signature is checked first, over whatever was sent; then the fields. A refused body reveals nothing to strangers. */
const sentFields = z.record(z.string(), z.unknown());
const call = {
  tag: 'Epusdt',
  access: 'feed',
  dialect: 'epusdt',
  secret: true, // its `token` is an address, but nothing is lost by treating it as what its name says
  method: 'POST',
  limits: ['create-invoice'],
  body: sentFields,
  reply: { 200: epusdtReplySchema },
} as const;

export const epusdtApi = {
  create: defineRoute({
    ...call,
    path: EPUSDT_PATH,
    audit: 'invoice.created',
    summary: 'Epusdt’s call: order_id, amount, notify_url, redirect_url, signature. The store is the one whose token made the signature',
  }),
  createOfStore: defineRoute({
    ...call,
    path: `/epusdt/{merchantId}/api/v1${EPUSDT_PATH}`,
    audit: 'invoice.created',
    summary: 'The same, for one store: the address that its page shows',
    params: z.object({ merchantId: z.string().min(1).max(64) }),
  }),
};
