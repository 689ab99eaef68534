// For every runtime with web standards.
export type { Callback, CallbackFault, CallbackSettings, Verified } from './message';
export { verifyRequest } from './verify-request';
