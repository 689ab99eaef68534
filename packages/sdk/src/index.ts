export { type ClientOptions, type CreatedInvoice, createClient, type Invoice, type InvoiceFilter, type NewInvoice } from './client';
export { isRefusal, REFUSAL_CODES, type RefusalCode, StablegateError } from './errors';
export { payableFor } from './payable';
export { type Callback, type CallbackFault, signCallback, type Verified, type VerifyOptions, verifyCallback } from './verify-callback';
