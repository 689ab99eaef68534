import type { Network } from '@stablegate/contract';
import { associatedTokenAccount } from '../../../apps/server/src/modules/chains/adapters/solana/accounts/token-account';
import type { TestChain } from '../../../apps/server/test/parts/chain';
import type { Credit } from '../chains';

type Log = {
  readonly transactionHash: string;
  readonly blockNumber: string;
  readonly data: string;
  readonly topics: readonly string[];
};
type SolanaBody = {
  readonly slot: number;
  readonly meta: { readonly err: unknown };
  readonly transaction: {
    readonly message: {
      readonly instructions: readonly { parsed?: { info: { destination: string; tokenAmount?: { amount: string } } } }[];
    };
  };
};

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const MICRO = { BEP20: 10n ** 12n } as Partial<Record<Network, bigint>>;

async function ask<T>(chain: TestChain, path: string, method: string, params: readonly unknown[]): Promise<T> {
  const response = await fetch(new URL(path, chain.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return ((await response.json()) as { result: T }).result;
}

/** All transfers of value to these recipients, from the EVM node itself and not through a proxy. */
export async function creditsOfLogs(chain: TestChain, network: Network, keys: readonly string[]): Promise<Credit[]> {
  const topics = [TRANSFER, null, keys.map((key) => `0x${key.slice(2).padStart(64, '0')}`)];
  const address = chain.info.networks[network]?.contract;
  const logs = await ask<Log[]>(chain, '/', 'eth_getLogs', [{ address, fromBlock: '0x1', toBlock: 'latest', topics }]);
  return logs
    .map(({ transactionHash, blockNumber, data, topics: [, , to = ''] }) => ({
      network,
      txHash: transactionHash,
      toKey: `0x${to.slice(26)}`,
      micros: BigInt(data) / (MICRO[network] ?? 1n),
      block: Number.parseInt(blockNumber, 16),
    }))
    .filter(({ micros }) => micros > 0n);
}

export async function creditsOfSolana(chain: TestChain, owners: readonly string[]): Promise<Credit[]> {
  const mint = chain.info.networks.SOLANA?.contract ?? '';
  const credits: Credit[] = [];
  for (const toKey of owners) {
    const account = associatedTokenAccount(toKey, mint);
    const confirmed = { commitment: 'confirmed' };
    for (let before: string | undefined; ; ) {
      const page = await ask<{ signature: string }[]>(chain, '/solana', 'getSignaturesForAddress', [account, { ...confirmed, before }]);
      for (const { signature } of page) {
        const body = await ask<SolanaBody>(chain, '/solana', 'getTransaction', [signature, confirmed]);
        if (body.meta.err !== null) continue;
        for (const { parsed } of body.transaction.message.instructions) {
          const micros = BigInt(parsed?.info.tokenAmount?.amount ?? '0');
          if (parsed?.info.destination === account && micros > 0n)
            credits.push({ network: 'SOLANA', txHash: signature, toKey, micros, block: body.slot });
        }
      }
      before = page.at(-1)?.signature;
      if (page.length < 1_000) break;
    }
  }
  return credits;
}
