import type { Field } from './reference/reference.fields';

/** Texts are passed in translated, so that the page and its test share the lists. */
type Translate = (text: string) => string;

const field = (path: string, type: string, note: string, isRequired = true): Field => ({ path, type, note, isRequired, limits: [] });

export const invoiceRequestFields = (t: Translate): Field[] => [
  field('name', 'string', t('What the payment is for, 1 to 255 characters. Your customer sees it.')),
  field('description', 'string', t('More details, at most 1000 characters.'), false),
  field('amount', 'string', t('USDT as plain decimal text such as "48.00": above 0, at most 1000000, at most 4 places.')),
  field('request_id', 'string', t('Your own order number, 1 to 100 characters. Sending the same one again returns the same invoice.')),
  field('callback_url', 'string', t('Where we notify you that it was paid or has expired.'), false),
  field('success_url', 'string', t('Where your customer returns to after paying.'), false),
  field('cancel_url', 'string', t('Where your customer returns to without paying.'), false),
  field('metadata', 'object', t('Up to 20 values of your own; you get them back with the invoice.'), false),
];

export const invoiceResponseFields = (t: Translate): Field[] => [
  field('status', '"success"', t('The call was accepted and carried out.')),
  field('msg', 'string', t('The result in words.')),
  field('data', 'object', t('The invoice.')),
  field('data.trans_id', 'string', t('Our ID for the invoice.')),
  field('data.amount', 'string', t('The amount of the invoice.')),
  field('data.status', '"pending"', t('A new invoice is waiting for payment.')),
  field('data.url_payment', 'string', t('The payment page. Send your customer there.')),
  field('data.expires_at', 'string', t('The payment deadline.')),
  field('data.payable', 'string', t('What your customer sends, fee included.')),
  field('data.addresses', 'object', t('Your receiving addresses, by network.')),
];

export const callbackFields = (t: Translate): Field[] => [
  field('request_id', 'string', t('Your own order number.')),
  field('merchant_id', 'string', t('The ID of your merchant. Compare it with yours.')),
  field('api_key', 'string', t('The API key of your merchant. Compare it with yours.')),
  field('amount', 'string', t('The amount of the invoice.')),
  field('status', '"completed" | "expired"', t('The result of the invoice.')),
  field('from_address', 'string | null', t('Who paid; null if nobody did.')),
  field('trans_id', 'string', t('Our ID for the invoice.')),
  field('trans_hash', 'string | null', t('The transaction on chain; null when there is none.')),
];

export const signatureHeaders = (t: Translate): Field[] => [
  field('webhook-id', 'string', t('The same for every attempt to deliver one event. Handle each ID once.')),
  field('webhook-timestamp', 'string', t('Seconds since 1970. Reject calls that are more than five minutes off your clock.')),
  field(
    'webhook-signature',
    'string',
    t(
      'v1 and the HMAC-SHA256 of id.timestamp.body with your callback secret, in base64. Two of them, separated by a space, while a secret changes.',
    ),
  ),
];

export const answerFields = (t: Translate): Field[] => [
  field('status', 'string', t('"success" once you have recorded it.')),
  field('message', 'string', t('Any text. The first 2 KiB are kept with the invoice.')),
];
