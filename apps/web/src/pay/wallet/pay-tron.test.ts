import type { PayNetwork } from '@stablegate/contract';
import { describe, expect, it } from 'vitest';
import type { TronProvider } from './browser-wallets';
import { payFromTronWallet } from './pay-tron';

const TARGET: PayNetwork = {
  network: 'TRON',
  address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  chain_id: 728_126_428,
  decimals: 6,
};
const FROM = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';
const HASH = 'ab'.repeat(32);
type Faults = {
  readonly connect?: Error;
  readonly change?: Error;
  readonly build?: Error;
  readonly sign?: unknown;
  readonly isSent?: boolean;
};

/** TronLink's own part of the page, as its documentation describes it. */
function tronLink({ connect, change, build, sign, isSent = true }: Faults = {}) {
  const calls: unknown[] = [];
  const provider: TronProvider = {
    request: async ({ method, params }) => {
      calls.push([method, ...(params ?? [])]);
      if (method === 'eth_requestAccounts' && connect !== undefined) throw connect;
      if (method === 'wallet_switchEthereumChain' && change !== undefined) throw change;
      return method === 'eth_requestAccounts' ? [FROM] : null;
    },
    tronWeb: {
      transactionBuilder: {
        triggerSmartContract: async (...asked) => {
          calls.push(asked);
          if (build !== undefined) throw build;
          return { result: { result: true }, transaction: { txID: HASH } };
        },
      },
      trx: {
        sign: async (transaction) => {
          if (sign !== undefined) throw sign;
          return transaction;
        },
        sendRawTransaction: async () => ({ result: isSent }),
      },
    },
  };
  return { provider, calls };
}
const refusing = (code: number) => Object.assign(new Error('refused'), { code });
const outcomeOf = (faults: Faults) => payFromTronWallet(tronLink(faults).provider, TARGET, '48.2476');

describe('paying from TronLink', () => {
  it('switches the network, then asks for exactly the token, address and amount of the server', async () => {
    const { provider, calls } = tronLink();
    expect(await payFromTronWallet(provider, TARGET, '48.2476')).toEqual({ kind: 'sent', txHash: HASH });
    const parameters = [
      { type: 'address', value: TARGET.address },
      { type: 'uint256', value: '48247600' },
    ];
    expect(calls).toEqual([
      ['eth_requestAccounts'],
      ['wallet_switchEthereumChain', { chainId: '0x2b6653dc' }],
      [TARGET.contract, 'transfer(address,uint256)', { feeLimit: 100_000_000 }, parameters, FROM],
    ]);
  });

  it('tells what certainly sent nothing from an unclear answer', async () => {
    expect(await outcomeOf({ connect: refusing(4001) })).toEqual({ kind: 'declined' });
    expect(await outcomeOf({ change: refusing(4902) })).toEqual({ kind: 'no_network' });
    expect(await outcomeOf({ change: refusing(4001) })).toEqual({ kind: 'declined' });
    expect(await outcomeOf({ build: new Error('Smart contract is not exist.') })).toEqual({ kind: 'no_network' });
    expect(await outcomeOf({ sign: 'Confirmation declined by user' })).toEqual({ kind: 'declined' });
    expect(await outcomeOf({ isSent: false })).toEqual({ kind: 'unclear' });
  });
});
