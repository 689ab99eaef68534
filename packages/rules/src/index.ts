export * from './confirmations';
export * from './fee';
export * from './languages';
export * from './money';
export * from './pages';
export * from './password-guesses';
export * from './payable';
export * from './periods';
