import type { Network } from '@stablegate/contract';

/** The last of hardhat's twenty accounts; the sandbox's payers are the first ones. */
const EVM = '0x8626f6940E2eb28930eFb4CeF49B2d1F2C9C1199';

/** Where deposits go in the sandbox. The keys are public (Solana: seed sha256 of "stablegate sandbox platform") and worth nothing. */
export const SANDBOX_PLATFORM_ADDRESSES: Readonly<Record<Network, string>> = {
  TRON: 'TNCYDyUwTjtBnmRgG4p67ck791zEQ4RZSv', // the same account in TRON's form
  BEP20: EVM,
  ERC20: EVM,
  POLYGON: EVM,
  SOLANA: 'FFPqb6N1qLvqXr7TFe1xtZKLESk8MgLJNg9R4yaebHQh',
};
