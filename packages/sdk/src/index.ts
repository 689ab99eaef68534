// What runs everywhere that has fetch: Node, edge functions, Deno, Bun. Callbacks are verified by `@stablegate/sdk/callbacks`.
export {
  type CallbackEvent,
  type CreatedInvoice,
  type Invoice,
  type NewInvoice,
  type NewRefund,
  type PlannedRefund,
  REFUSAL_CODES,
  type Refunds,
  type RefusalCode,
} from './api-types';
export { createClient, type EventFilter, type InvoiceFilter, type Refund, type StablegateClient } from './client';
export { isRefusal, StablegateError, StablegateUnreachableError } from './errors';
export type { ClientOptions } from './http';
export { payableFor } from './payable';
