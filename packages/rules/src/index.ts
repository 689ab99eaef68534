export * from './confirmations';
export * from './fee';
export * from './money';
export * from './monitoring';
export * from './pages';
export * from './payable';
export * from './time';
export * from './trial';
