import { byFamily } from './made-up-addresses';

/**
 * Where deposits go in the sandbox: the last of hardhat's twenty accounts, its payers are the first ones. The keys are public (Solana: seed
 * sha256 of "stablegate sandbox platform") and worth nothing.
 */
export const SANDBOX_PLATFORM_ADDRESSES = byFamily({
  evm: '0x8626f6940E2eb28930eFb4CeF49B2d1F2C9C1199',
  tron: 'TNCYDyUwTjtBnmRgG4p67ck791zEQ4RZSv', // the same account in TRON's form
  solana: 'FFPqb6N1qLvqXr7TFe1xtZKLESk8MgLJNg9R4yaebHQh',
});
