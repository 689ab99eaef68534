import { describe, expect, it } from 'vitest';
import { addressParts, shortened } from './address';
import { inPayOrder } from './networks';
import { walletLink } from './wallet-link';

const EVM = '0x7C4f1bE29a08dD3365c1B9e4F0aA82d67E5130C9';

describe('an address on the page', () => {
  it('is tinted in its first 6 and last 4 characters, and loses none', () => {
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
  it('is EIP-681 with the contract, the chain and the exact amount in its smallest units', () => {
    expect(walletLink('BEP20', EVM, '130.5495')).toBe(
      `ethereum:0x55d398326f99059fF775485246999027B3197955@56/transfer?address=${EVM}&uint256=130549500000000000000`,
    );
    expect(walletLink('ERC20', EVM, '0.0001')).toContain('@1/transfer?address=0x7C4f');
    expect(walletLink('POLYGON', EVM, '1000000.0000')).toMatch(/@137\/transfer\?.*uint256=1000000000000$/);
  });

  it('is Solana Pay with the mint on Solana, and the bare address on TRON, where an amount would mean TRX', () => {
    expect(walletLink('SOLANA', 'Es9v', '10.05')).toBe('solana:Es9v?amount=10.05&spl-token=Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB');
    expect(walletLink('TRON', 'TR7N', '10.05')).toBe('tron:TR7N');
  });
});
