import type { CallbackEvent, InvoiceEvent } from '@stablegate/contract';
import { formatMicros } from '@stablegate/rules';
import type { InvoiceRecord } from '../invoices/invoices.service';
import type { FixedBody, SpecifiedBody } from './callbacks.queries';

/** Version 1 knows these two; an endpoint of that version can choose no other. */
export const specifiedBody = (invoice: InvoiceRecord, event: InvoiceEvent): SpecifiedBody => ({
  request_id: invoice.requestId,
  amount: formatMicros(invoice.amountMicros),
  status: event === 'completed' ? 'completed' : 'expired',
  from_address: invoice.fromAddress,
  trans_id: invoice.transId,
  trans_hash: invoice.transHash,
});

export const transIdOf = (body: FixedBody): string =>
  typeof body === 'string' ? (JSON.parse(body) as CallbackEvent).data.trans_id : body.trans_id;
