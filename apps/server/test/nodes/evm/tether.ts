import type { NodeFaults } from '../node-types';

export const SUCCESSOR_KEY = `0x${'5c'.repeat(20)}`;
const word = (value: bigint | string): string => `0x${BigInt(value).toString(16).padStart(64, '0')}`;

type TokenSettings = { readonly isDeprecated?: boolean; readonly isPaused?: boolean; readonly fee?: bigint };

/** Answers of a contract like Tether's, with what its owner set. */
export const tether =
  ({ isDeprecated = false, isPaused = false, fee = 0n }: TokenSettings): NonNullable<NodeFaults['answers']> =>
  ({ method, params }, honest) => {
    const data = method === 'eth_call' ? (params[0] as { data: string }).data : '';
    if (data === '0x0e136b19') return word(isDeprecated ? 1n : 0n);
    if (data === '0x26976e3f') return word(isDeprecated ? SUCCESSOR_KEY : 0n);
    if (data === '0x5c975abb') return word(isPaused ? 1n : 0n);
    if (data === '0xdd644f72') return word(fee);
    return honest();
  };
