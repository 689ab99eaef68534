// For Node. Other runtimes use `@stablegate/sdk/web`.
export { type Callback, type CallbackFault, type CallbackSettings, eventOf, type Verified } from './message';
export { signCallback, type VerifyOptions, verifyCallback } from './verify-callback';
