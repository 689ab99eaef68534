export * from './account-rules';
export * from './accounts';
export * from './common';
export * from './errors';
export * from './route';
export * from './security';
export * from './translations';
export * from './two-factor';
