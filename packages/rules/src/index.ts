export * from './confirmations';
export * from './fee';
export * from './money';
export * from './pages';
export * from './password-guesses';
export * from './payable';
export * from './periods';
