import { MINUTE_MS, PRESELECTED_NETWORK } from '@stablegate/rules';
import { z } from 'zod';
import { timeSchema } from '../common';
import { merchantRefundSchema } from '../refunds/refund-fields';
import { merchantInvoiceSchema } from './merchant-invoice';

/** Every event that a callback can tell, in the order in which those of one change are sent, with when it is sent. */
export const CALLBACK_EVENTS = {
  'invoice.seen': 'A payment of the whole amount is in a block. It is not final yet: do not deliver.',
  'invoice.unseen': 'A payment that was seen is no longer on the chain, before it was final.',
  'invoice.partly_paid': 'Part of the amount arrived. What is missing can still be paid.',
  'invoice.late_payment': 'A payment arrived after the invoice had expired. It completes the invoice once it is final.',
  'invoice.completed': 'The invoice is paid, and the payment is final. Deliver.',
  'invoice.overpaid': 'More than the amount arrived: a surplus of 0.01 or more, or a second payment.',
  'invoice.reversed': 'A reorganisation of the chain took back a payment that had been final.',
  'invoice.restored': 'A payment that was reversed is on the chain again, and final.',
  'invoice.refunded': 'A refund that you planned is on the chain, and final.',
  'invoice.expired': 'The time is over without a full payment, or the invoice was cancelled.',
} as const;
export type CallbackEventType = keyof typeof CALLBACK_EVENTS;
type Named<Type> = Type extends `invoice.${infer Name}` ? Name : never;
/** As the database names them. */
export type InvoiceEvent = Named<CallbackEventType>;
export const CALLBACK_EVENT_TYPES = Object.keys(CALLBACK_EVENTS) as [CallbackEventType, ...CallbackEventType[]];
export const TEST_EVENT = 'test';
export const TEST_EVENT_WHEN = 'You asked for it on the merchant’s page. It belongs to no invoice.';

/** 1: the body of the specification, for the two events it knows · 2: every event, with its type, and never the API key. */
export const CALLBACK_VERSIONS = ['1', '2'] as const;
export type CallbackVersion = (typeof CALLBACK_VERSIONS)[number];
export const EVENTS_OF_VERSION_1 = ['invoice.completed', 'invoice.expired'] as const satisfies readonly CallbackEventType[];

export const callbackEventTypeSchema = z.enum(CALLBACK_EVENT_TYPES);

/** What version 2 sends, and what GET /payment/events lists. */
export const callbackEventSchema = z.object({
  id: z.string().describe('Of the event: the same at every endpoint and in GET /payment/events. The webhook-id is that of one delivery'),
  type: z.enum([...CALLBACK_EVENT_TYPES, TEST_EVENT]),
  version: z.literal('2'),
  test: z.boolean().describe('true: an example that was asked for on screen; no money moved'),
  created_at: timeSchema,
  sequence: z.number().int().describe('Rises with every change of the invoice; the higher one is the newer state'),
  merchant_id: z.string(),
  /** As it was at the event. */
  data: merchantInvoiceSchema,
  refund: merchantRefundSchema.optional().describe('Only with invoice.refunded'),
});
export type CallbackEvent = z.infer<typeof callbackEventSchema>;

/** Version 1, as specified. */
export const specifiedCallbackSchema = z.object({
  request_id: z.string().nullable(),
  merchant_id: z.string(),
  api_key: z.string().optional().describe('Absent where the store has switched it off'),
  amount: z.string(),
  status: z.enum(['completed', 'expired']),
  from_address: z.string().nullable(),
  trans_id: z.string(),
  trans_hash: z.string().nullable(),
});

type Sample = Pick<CallbackEvent['data'], 'status' | 'paid' | 'flags'> & {
  /** How long after the invoice was created. */
  readonly minute: number;
  readonly isPaid?: true;
  readonly refunded?: string;
};
const CREATED_AT = '2026-03-01T09:30:00.000Z';
const PAID_MINUTE = 4;
const EXPIRY_MINUTE = 15;
const PAID = '48.240000';
const SAMPLES: Readonly<Record<CallbackEventType | typeof TEST_EVENT, Sample>> = {
  'invoice.seen': { minute: 3, status: 'waiting', paid: PAID, flags: [] },
  'invoice.unseen': { minute: 4, status: 'waiting', paid: '0.000000', flags: [] },
  'invoice.partly_paid': { minute: 3, status: 'waiting', paid: '45.000000', flags: ['paidPartial'] },
  'invoice.late_payment': { minute: 20, status: 'waiting', paid: PAID, flags: ['paidLate'] },
  'invoice.completed': { minute: PAID_MINUTE, status: 'completed', paid: PAID, flags: [], isPaid: true },
  'invoice.overpaid': { minute: PAID_MINUTE, status: 'completed', paid: '58.240000', flags: ['paidOver'], isPaid: true },
  'invoice.reversed': { minute: 9, status: 'completed', paid: '0.000000', flags: ['reversed'], isPaid: true },
  'invoice.restored': { minute: 12, status: 'completed', paid: PAID, flags: [], isPaid: true },
  'invoice.refunded': { minute: 60, status: 'completed', paid: '58.240000', flags: ['paidOver'], isPaid: true, refunded: '10.000000' },
  'invoice.expired': { minute: EXPIRY_MINUTE, status: 'expired', paid: '0.000000', flags: [] },
  test: { minute: 0, status: 'waiting', paid: '0.000000', flags: [] },
};

const exampleRefund = (amount: string, at: string): CallbackEvent['refund'] => ({
  id: 'ref_example',
  amount,
  network: PRESELECTED_NETWORK,
  from_address: 'test',
  to_address: 'test',
  trans_hash: 'test',
  reason: 'overpaid',
  confirmed_at: at,
});

/** An example of every event, for the catalogue, the OpenAPI document and the button that sends one, which happens now. */
export function exampleEvent(type: CallbackEvent['type'], merchantId = 'your_merchant_id', now?: Date): CallbackEvent {
  const { minute, isPaid, refunded, ...sample } = SAMPLES[type];
  const created = now === undefined ? Date.parse(CREATED_AT) : now.getTime() - minute * MINUTE_MS;
  const timeOf = (minutes: number): string => new Date(created + minutes * MINUTE_MS).toISOString();
  const at = timeOf(minute);
  const hasPayment = sample.paid !== '0.000000' && sample.status !== 'expired' && !sample.flags.includes('paidPartial');
  return {
    id: `evt_example_${type.replace('invoice.', '')}`,
    type,
    version: '2',
    test: true,
    created_at: at,
    sequence: 1 + Object.values(SAMPLES).filter((other) => other.minute < minute).length, // later events have higher ones
    merchant_id: merchantId,
    data: {
      trans_id: 'test',
      request_id: 'test',
      amount: '48.000000',
      fee: '0.240000',
      payable: PAID,
      ...sample,
      ...(hasPayment ? { network: PRESELECTED_NETWORK, from_address: 'test', trans_hash: 'test' } : {}),
      created_at: timeOf(0),
      expires_at: timeOf(EXPIRY_MINUTE),
      ...(isPaid === true ? { paid_at: timeOf(PAID_MINUTE) } : {}),
      refunded: refunded ?? '0.000000',
      metadata: { customer: 'c-2041' },
    },
    ...(refunded === undefined ? {} : { refund: exampleRefund(refunded, at) }),
  };
}
