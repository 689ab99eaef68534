export { type ClientOptions, type CreatedInvoice, createClient, type Invoice, type NewInvoice } from './client';
export { StablegateError } from './errors';
export { type Callback, type CallbackFault, signCallback, type Verified, type VerifyOptions, verifyCallback } from './verify-callback';
