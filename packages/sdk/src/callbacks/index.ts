// For Node. Other runtimes use `@stablegate/sdk/web`.
export type { Callback, CallbackFault, CallbackSettings, Verified } from './message';
export { signCallback, type VerifyOptions, verifyCallback } from './verify-callback';
