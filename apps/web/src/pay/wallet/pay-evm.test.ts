import type { PayNetwork } from '@stablegate/contract';
import { describe, expect, it } from 'vitest';
import { payFromEvmWallet, transferData } from './pay-evm';

const TARGET: PayNetwork = {
  network: 'BEP20',
  address: '0x7C4f1bE29a08dD3365c1B9e4F0aA82d67E5130C9',
  contract: '0x55d398326f99059fF775485246999027B3197955',
  chain_id: 56,
  decimals: 18,
};
const HASH = `0x${'ab'.repeat(32)}`;

/** Answers like a wallet; `chain` follows a switch unless `ignoresSwitch`. */
function wallet(answers: Readonly<Record<string, unknown>> = {}, { chain = '0x1', ignoresSwitch = false } = {}) {
  const calls: { method: string; params?: readonly unknown[] | undefined }[] = [];
  let current = chain;
  return {
    calls,
    request: async ({ method, params }: { method: string; params?: readonly unknown[] }) => {
      calls.push({ method, params });
      const answer = answers[method];
      if (answer instanceof Error) throw answer;
      if (method === 'eth_chainId') return current;
      if (method === 'eth_requestAccounts') return ['0x00000000000000000000000000000000000000AA'];
      const [asked] = (params ?? []) as { chainId?: string }[];
      if (method === 'wallet_switchEthereumChain' && !ignoresSwitch) current = asked?.chainId ?? current;
      return method === 'eth_sendTransaction' ? (answer ?? HASH) : null;
    },
  };
}
const refusing = (code: number) => Object.assign(new Error('refused'), { code });
const hasSent = ({ calls }: { calls: readonly { method: string }[] }) => calls.some(({ method }) => method === 'eth_sendTransaction');

describe('paying from a browser wallet', () => {
  it('encodes a transfer as the ABI does', () => {
    expect(transferData(TARGET.address, 48_247_600_000_000_000_000n)).toBe(
      '0xa9059cbb0000000000000000000000007c4f1be29a08dd3365c1b9e4f0aa82d67e5130c90000000000000000000000000000000000000000000000029d91e892c1230000',
    );
  });

  it('switches the network, then asks for exactly the token, chain, address and amount of the server', async () => {
    const provider = wallet();
    expect(await payFromEvmWallet(provider, TARGET, '48.2476')).toEqual({ kind: 'sent', txHash: HASH });
    expect(provider.calls.map(({ method }) => method)).toEqual([
      'eth_requestAccounts',
      'eth_chainId',
      'wallet_switchEthereumChain',
      'eth_chainId',
      'eth_sendTransaction',
    ]);
    expect(provider.calls.at(-1)?.params).toEqual([
      {
        from: '0x00000000000000000000000000000000000000AA',
        to: TARGET.contract,
        value: '0x0',
        data: transferData(TARGET.address, 48_247_600_000_000_000_000n),
        chainId: '0x38',
      },
    ]);
  });

  it('sends nothing on another chain, whatever the wallet says about switching', async () => {
    for (const provider of [wallet({}, { ignoresSwitch: true }), wallet({ wallet_switchEthereumChain: refusing(4902) })]) {
      expect(await payFromEvmWallet(provider, TARGET, '1')).toEqual({ kind: 'no_network' });
      expect(hasSent(provider)).toBe(false);
    }
  });

  it('tells a refusal, after which nothing was sent, from an unclear answer', async () => {
    expect(await payFromEvmWallet(wallet({ eth_requestAccounts: refusing(4001) }), TARGET, '1')).toEqual({ kind: 'declined' });
    expect(await payFromEvmWallet(wallet({ eth_sendTransaction: refusing(4001) }), TARGET, '1')).toEqual({ kind: 'declined' });
    expect(await payFromEvmWallet(wallet({ eth_sendTransaction: refusing(-32_603) }), TARGET, '1')).toEqual({ kind: 'unclear' });
    expect(await payFromEvmWallet(wallet({ eth_sendTransaction: 'ok' }), TARGET, '1')).toEqual({ kind: 'unclear' });
  });

  it('asks for nothing without the facts of the server', async () => {
    const { contract: _contract, ...rest } = TARGET;
    const provider = wallet();
    expect(await payFromEvmWallet(provider, rest, '1')).toEqual({ kind: 'no_network' });
    expect(provider.calls).toEqual([]);
  });
});
