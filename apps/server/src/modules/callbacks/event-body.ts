import type { CallbackEvent, InvoiceEvent } from '@stablegate/contract';
import { formatMicros, toWireNumber } from '@stablegate/rules';
import { type InvoiceRecord, shownAddress } from '../invoices/invoices.service';
import type { EpusdtBody, FixedBody, SpecifiedBody } from './callbacks.queries';

/** Version 1 knows these two; an endpoint of that version can choose no other. */
export const specifiedBody = (invoice: InvoiceRecord, event: InvoiceEvent): SpecifiedBody => ({
  request_id: invoice.requestId,
  amount: formatMicros(invoice.amountMicros),
  status: event === 'completed' ? 'completed' : 'expired',
  from_address: invoice.fromAddress,
  trans_id: invoice.transId,
  trans_hash: invoice.transHash,
  withMainKey: invoice.withMainKey,
});

const PAID = 2;

/** Numbers as plain as Epusdt writes them: the receiver signs what its JSON reader makes of them. */
export function epusdtBody(invoice: InvoiceRecord, amountMicros: bigint): EpusdtBody {
  const addresses = Object.fromEntries(invoice.networks.map((network, index) => [network, invoice.addresses[index]]));
  return {
    trade_id: invoice.transId,
    order_id: invoice.requestId ?? '',
    amount: toWireNumber(amountMicros),
    actual_amount: toWireNumber(invoice.payableMicros),
    token: invoice.toAddress ?? shownAddress(addresses),
    block_transaction_id: invoice.transHash ?? '',
    status: PAID,
  };
}

export const isEpusdtBody = (body: FixedBody): body is EpusdtBody => typeof body !== 'string' && 'trade_id' in body;

export function transIdOf(body: FixedBody): string {
  if (typeof body === 'string') return (JSON.parse(body) as CallbackEvent).data.trans_id;
  return isEpusdtBody(body) ? body.trade_id : body.trans_id;
}
