import { describe, expect, test } from 'vitest';
import { PROFILES } from '../../../config-network-profiles';
import { displayAddress, parseAddress } from './addresses';

const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

describe('addresses', () => {
  test('every contract of the profiles is an address of its network', () => {
    for (const profile of Object.values(PROFILES)) {
      for (const [network, { contract }] of Object.entries(profile)) {
        if (contract !== '') expect(parseAddress(network as 'TRON', contract)?.display, contract).toBe(contract);
      }
    }
  });

  test('an EVM address has one key regardless of case, and a mixed-case checksum must be valid', () => {
    const key = USDT.toLowerCase();
    for (const text of [USDT, key, `0x${USDT.slice(2).toUpperCase()}`])
      expect(parseAddress('BEP20', text)).toEqual({ family: 'evm', key, display: USDT });
    expect(parseAddress('ERC20', USDT.replace('dAC', 'DAC'))).toBeUndefined();
  });

  test("TRON's base58 and JSON-RPC forms are the same twenty bytes", () => {
    const parsed = parseAddress('TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
    expect(parsed?.key).toBe('0xa614f803b6fd780986a42c78ec9c7f77e6ded13c');
    expect(displayAddress('tron', parsed?.key ?? '')).toBe('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  });

  test.each([
    ['ERC20', ''],
    ['ERC20', `0x${'0'.repeat(40)}`],
    ['ERC20', `${USDT}0`],
    ['ERC20', ` ${USDT}`],
    ['ERC20', USDT.replace('d', 'ԁ')], // a Cyrillic letter
    ['ERC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'], // one letter off
    ['TRON', USDT],
    ['TRON', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'], // Bitcoin
    ['SOLANA', USDT],
    ['SOLANA', '1'.repeat(32)],
    ['SOLANA', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8Ben'], // 30 bytes
    ['SOLANA', 'a\0b'.padEnd(40, 'c')],
  ] as const)('%s refuses %j', (network, text) => {
    expect(parseAddress(network, text)).toBeUndefined();
  });
});
