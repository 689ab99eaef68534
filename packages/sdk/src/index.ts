// What runs everywhere that has fetch: Node, edge functions, Deno, Bun. Callbacks are verified by `@stablegate/sdk/callbacks`.
export { type CallbackEvent, type CreatedInvoice, type Invoice, type NewInvoice, REFUSAL_CODES, type RefusalCode } from './api-types';
export { createClient, type EventFilter, type InvoiceFilter, type StablegateClient } from './client';
export { isRefusal, StablegateError, StablegateUnreachableError } from './errors';
export type { ClientOptions } from './http';
export { payableFor } from './payable';
