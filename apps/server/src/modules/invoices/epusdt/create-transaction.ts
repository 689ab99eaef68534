import { EPUSDT_CODES, type EpusdtReply, type Network, requestIdSchema, returnAddressSchema, webAddressSchema } from '@stablegate/contract';
import { formatMicros, toWireNumber } from '@stablegate/rules';
import type { z } from 'zod';
import { AppError } from '../../../platform/app-error';
import { plainIssue } from '../../../platform/plain-issue';
import { type EpusdtStore, freshEpusdtRate, type SignedFields } from '../../stores/stores.service';
import { createInvoice } from '../create/create-invoice';
import type { InvoiceDeps } from '../invoices.deps';
import { AMOUNT_MIN_MICROS, networkOfTrade, readAmount, shownAddress, usdtOf } from './epusdt.domain';

const refusal = (statusCode: number, message: string): AppError =>
  new AppError('invalid_value', { message, details: { status_code: statusCode } });

function read<S extends z.ZodType>(schema: S, fields: SignedFields, name: string): z.output<S> {
  const value = fields[name];
  const parsed = schema.safeParse(typeof value === 'number' ? String(value) : value); // some shops number their orders
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refusal(EPUSDT_CODES.parameters, `${name}: ${issue === undefined ? 'is not valid' : plainIssue({ ...issue }).text}`);
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value)).trim();

/** Fields of later versions that would change what is owed are followed or refused, never ignored. */
function checkCurrency(fields: SignedFields, rateMicros: bigint | null): void {
  const expected = rateMicros === null ? ['USD', 'USDT'] : ['CNY'];
  for (const name of ['fiat', 'currency']) {
    const currency = textOf(fields[name]).toUpperCase();
    if (currency !== '' && !expected.includes(currency))
      throw refusal(EPUSDT_CODES.rate, `${name}: this store expects ${expected.join(' or ')}, not ${currency}.`);
  }
  if (textOf(fields.rate) !== '') throw refusal(EPUSDT_CODES.rate, 'rate: the store’s own rate is used; please leave this out.');
}

function networksOf(fields: SignedFields): readonly Network[] | undefined {
  const tradeType = textOf(fields.trade_type);
  if (tradeType === '') return undefined;
  const network = networkOfTrade(tradeType);
  if (network === undefined) throw refusal(EPUSDT_CODES.parameters, `trade_type: ${tradeType} is not offered; USDT alone is.`);
  return [network];
}

function inputOf(fields: SignedFields, rateMicros: bigint | null) {
  const orderId = read(requestIdSchema, fields, 'order_id');
  const amountMicros = readAmount(fields.amount);
  if (amountMicros === undefined) throw refusal(EPUSDT_CODES.parameters, 'amount: please send a plain decimal number.');
  checkCurrency(fields, rateMicros);
  const usdt = amountMicros < AMOUNT_MIN_MICROS ? undefined : usdtOf(amountMicros, rateMicros);
  if (usdt === undefined) throw refusal(EPUSDT_CODES.amount, 'amount: it is too small or too large to be paid.');
  return {
    amountMicros,
    input: {
      name: orderId,
      amount: formatMicros(usdt, 4),
      request_id: orderId,
      callback_url: read(webAddressSchema, fields, 'notify_url'),
      success_url: textOf(fields.redirect_url) === '' ? undefined : read(returnAddressSchema, fields, 'redirect_url'),
      networks: networksOf(fields),
      epusdt: { amountMicros: amountMicros.toString() },
    },
  };
}

/** Its call: authenticated by the signature, then an invoice like any other. An order_id is used once, as there. */
export async function createTransaction(
  deps: InvoiceDeps,
  { store, rate }: EpusdtStore,
  fields: SignedFields,
): Promise<EpusdtReply['data']> {
  const rateMicros = freshEpusdtRate(rate, deps.clocks.real.now());
  if (rateMicros === undefined) throw refusal(EPUSDT_CODES.rate, 'The rate of this store has not been readable for a day.');
  const { input, amountMicros } = inputOf(fields, rateMicros);
  const made = await createInvoice(deps, store, input);
  if (!made.created) throw new AppError('request_id_reused');
  return {
    trade_id: made.transId,
    order_id: input.request_id,
    amount: toWireNumber(amountMicros),
    actual_amount: toWireNumber(made.payableMicros),
    token: shownAddress(made.addresses),
    expiration_time: Math.floor(made.expiresAt.getTime() / 1_000),
    payment_url: made.urlPayment,
  };
}
