import { describe, expect, it } from 'vitest';
import { explorerUrl } from '../../lib/explorer';
import { hashIn } from './claim';

const HEX = 'ab12'.repeat(16);
const SIGNATURE = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';

describe('the hash in the input', () => {
  it('is accepted with and without 0x, and from a link to an explorer', () => {
    expect(hashIn('BEP20', ` 0x${HEX} `)).toBe(`0x${HEX}`);
    expect(hashIn('TRON', HEX)).toBe(HEX);
    expect(hashIn('TRON', `https://explorer.example/#/transaction/${HEX}?lang=en`)).toBe(HEX);
    expect(hashIn('SOLANA', `https://explorer.example/tx/${SIGNATURE}?cluster=devnet`)).toBe(SIGNATURE);
  });

  it('is rejected when it is too short or too long, an address, or of another kind of chain', () => {
    expect(hashIn('BEP20', `0x${HEX.slice(1)}`)).toBeUndefined();
    expect(hashIn('BEP20', `0x${HEX}0`)).toBeUndefined();
    expect(hashIn('ERC20', '0x7C4f1bE29a08dD3365c1B9e4F0aA82d67E5130C9')).toBeUndefined();
    expect(hashIn('ERC20', SIGNATURE)).toBeUndefined();
    expect(hashIn('SOLANA', `0x${HEX}`)).toBeUndefined();
    expect(hashIn('SOLANA', SIGNATURE.replace('5', '0'))).toBeUndefined();
  });
});

describe('a link to an explorer', () => {
  it('is the template with the hash or the address in it', () => {
    expect(explorerUrl('https://e.example/tx/{hash}?cluster=devnet', SIGNATURE)).toBe(`https://e.example/tx/${SIGNATURE}?cluster=devnet`);
    expect(explorerUrl('https://e.example/#/transaction/{bare_hash}', `0x${HEX}`)).toBe(`https://e.example/#/transaction/${HEX}`);
    expect(explorerUrl('https://e.example/address/{address}', '0xAb')).toBe('https://e.example/address/0xAb');
  });
});
