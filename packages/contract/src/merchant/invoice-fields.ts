import { INVOICE_AMOUNT_PATTERN, parseInvoiceAmount } from '@stablegate/rules';
import { z } from 'zod';

export const INVOICE_NAME_MAX = 255;
export const INVOICE_DESCRIPTION_MAX = 1000;
export const REQUEST_ID_MAX = 100;
export const URL_LENGTH_MAX = 2048;

/** PostgreSQL stores no NUL character, and a lone surrogate is no character. */
const STORABLE = /^[^\0\p{Cs}]*$/u;
const UNSTORABLE = 'Please remove characters that cannot be stored.';

const AMOUNT_AS_TEXT = 'Please send the amount as a string with at most 4 decimal places, such as "12.5".';
const AMOUNT_RULE = 'Please enter a plain decimal number above 0, at most 1,000,000, with at most 4 decimal places.';

export const invoiceAmountSchema = z
  .string({ error: ({ input }) => (typeof input === 'number' ? AMOUNT_AS_TEXT : AMOUNT_RULE) })
  .regex(INVOICE_AMOUNT_PATTERN, { error: AMOUNT_RULE, abort: true })
  .refine((amount) => parseInvoiceAmount(amount) !== undefined, AMOUNT_RULE)
  .describe('Plain decimal above 0, at most 1000000, at most 4 places');

/** Up to this, 4 decimal places are 11 digits: a double holds every such amount, and prints it as it was sent. */
const AMOUNT_NUMBER_MAX = 1_000_000;
const isExactNumber = (amount: number): boolean => parseInvoiceAmount(String(amount)) !== undefined;
const numberRule = (amount: unknown): string =>
  typeof amount === 'number' && amount > 0 && amount <= AMOUNT_NUMBER_MAX ? AMOUNT_AS_TEXT : AMOUNT_RULE;

/** A string, or a number that is exact: 12.5 is, 0.1 + 0.2 is 0.30000000000000004 and is not. */
export const sentAmountSchema = z
  .union(
    [
      invoiceAmountSchema,
      z
        .number()
        .refine(isExactNumber, { error: ({ input }) => numberRule(input) })
        .meta({ description: 'The same, only where it is exact', exclusiveMinimum: 0, maximum: AMOUNT_NUMBER_MAX }),
    ],
    AMOUNT_RULE,
  )
  .transform(String);

const PAID_RULE = 'Please send what was paid as you read it, such as "10.500000".';
/** With a decision about money: it is refused when another amount has been paid meanwhile. */
export const paidSeenSchema = z
  .string(PAID_RULE)
  .regex(/^\d{1,12}(\.\d{1,6})?$/, PAID_RULE)
  .describe('The `paid` of the invoice that the decision is based on; another one by now is refused with 409 invoice_changed');

const NAME_RULE = 'Please enter a name of 1 to 255 characters.';
export const invoiceNameSchema = z
  .string(NAME_RULE)
  .trim()
  .min(1, { error: NAME_RULE, abort: true })
  .max(INVOICE_NAME_MAX, NAME_RULE)
  .regex(STORABLE, UNSTORABLE);

const DESCRIPTION_RULE = 'Please enter a description of at most 1000 characters.';
export const invoiceDescriptionSchema = z
  .string(DESCRIPTION_RULE)
  .max(INVOICE_DESCRIPTION_MAX, DESCRIPTION_RULE)
  .regex(STORABLE, UNSTORABLE);

const REQUEST_ID_RULE = 'Please enter a request_id of 1 to 100 characters.';
export const requestIdSchema = z
  .string(REQUEST_ID_RULE)
  .min(1, REQUEST_ID_RULE)
  .max(REQUEST_ID_MAX, REQUEST_ID_RULE)
  .regex(STORABLE, UNSTORABLE)
  .describe('Your own order number: the same one again returns the same invoice');

const METADATA_KEYS_MAX = 20;
const METADATA_KEY_MAX = 40;
const METADATA_VALUE_MAX = 500;
const METADATA_RULE =
  'Please send metadata as an object: at most 20 keys of 1 to 40 characters, each with a string of at most 500 characters.';
/** The shop's own notes: kept and returned, never read. */
export const metadataSchema = z
  .record(
    z.string().min(1).max(METADATA_KEY_MAX).regex(STORABLE),
    z.string(METADATA_RULE).max(METADATA_VALUE_MAX, METADATA_RULE).regex(STORABLE, UNSTORABLE),
    METADATA_RULE,
  )
  .refine((metadata) => Object.keys(metadata).length <= METADATA_KEYS_MAX, METADATA_RULE)
  .meta({ description: 'Up to 20 keys of your own, each with a string', maxProperties: METADATA_KEYS_MAX });
export type Metadata = z.infer<typeof metadataSchema>;

const URL_RULE = 'Please enter an http or https address of at most 2048 characters.';
/** Normalised as browsers do; javascript:, data: and everything else that is not http(s) is refused. */
export const webAddressSchema = z
  .string(URL_RULE)
  .max(URL_LENGTH_MAX, { error: URL_RULE, abort: true })
  .regex(/^https?:\/\/[^\s\0\p{Cs}]+$/iu, { error: URL_RULE, abort: true })
  .pipe(z.url({ protocol: /^https?$/, normalize: true, error: URL_RULE, abort: true }).max(URL_LENGTH_MAX, URL_RULE));

const USER_IN_URL = 'Please enter an address without a user name.';
/** Customers follow it: https://your-bank.example@evil.example would show the wrong host. */
export const returnAddressSchema = webAddressSchema.refine((url) => {
  const { username, password } = new URL(url);
  return username === '' && password === '';
}, USER_IN_URL);

/** 130 bits of entropy in lower-case letters and digits, so that searches can ignore case. */
export const transIdParam = z.string().min(1).max(64);
