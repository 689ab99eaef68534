import { walletLink } from '@stablegate/rules';
import { describe, expect, it } from 'vitest';
import { addressParts, shortened } from './address';
import { inPayOrder } from './networks';

const EVM = '0x7C4f1bE29a08dD3365c1B9e4F0aA82d67E5130C9';

describe('an address on the page', () => {
  it('highlights its first 6 and last 4 characters, and loses none', () => {
    const { head, middle, tail } = addressParts(EVM);
    expect([head, tail]).toEqual(['0x7C4f', '30C9']);
    expect(head + middle + tail).toBe(EVM);
    expect(addressParts('short')).toEqual({ head: 'short', middle: '', tail: '' });
    expect(shortened(EVM)).toBe('0x7C4f1bE2…5130C9');
  });

  it('comes with BEP20 first and the others in their order', () => {
    const networks = (['TRON', 'ERC20', 'BEP20', 'SOLANA'] as const).map((network) => ({ network, address: 'a' }));
    expect(inPayOrder(networks).map(({ network }) => network)).toEqual(['BEP20', 'TRON', 'ERC20', 'SOLANA']);
  });
});

describe('the link to a wallet', () => {
  const token = { contract: '0xToken', decimals: 18 };

  it("is EIP-681 with the server's contract and chain, and the exact amount in its smallest units", () => {
    expect(walletLink({ network: 'BEP20', address: EVM, chain_id: 97, ...token }, '130.5495')).toBe(
      `ethereum:0xToken@97/transfer?address=${EVM}&uint256=130549500000000000000`,
    );
    expect(walletLink({ network: 'POLYGON', address: EVM, chain_id: 80_002, ...token, decimals: 6 }, '1000000.0000')).toMatch(
      /@80002\/transfer\?.*uint256=1000000000000$/,
    );
  });

  it('is Solana Pay with the mint on Solana, and the plain address on TRON, where an amount would mean TRX', () => {
    expect(walletLink({ network: 'SOLANA', address: 'Es9v', contract: 'Mint' }, '10.05')).toBe('solana:Es9v?amount=10.05&spl-token=Mint');
    expect(walletLink({ network: 'TRON', address: 'TR7N', ...token }, '10.05')).toBe('tron:TR7N');
  });

  it('is absent where the server names no token or no chain', () => {
    expect(walletLink({ network: 'BEP20', address: EVM, chain_id: 97 }, '1')).toBeUndefined();
    expect(walletLink({ network: 'BEP20', address: EVM, ...token }, '1')).toBeUndefined();
    expect(walletLink({ network: 'SOLANA', address: 'Es9v' }, '1')).toBeUndefined();
  });
});
