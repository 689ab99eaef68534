import type { Network } from '@stablegate/contract';
import { associatedTokenAccount } from '../../apps/server/src/modules/chains/adapters/solana/token-account';
import { parseAddress } from '../../apps/server/src/modules/chains/addresses';
import { NETWORKS, type World } from './world';

export type Credit = { readonly network: string; readonly txHash: string; readonly logIndex: number; readonly micros: bigint };
type Log = { readonly transactionHash: string; readonly logIndex: string; readonly data: string };
type SolanaBody = {
  readonly meta: { readonly err: unknown };
  readonly transaction: {
    readonly message: {
      readonly instructions: readonly { parsed?: { info: { destination: string; tokenAmount?: { amount: string } } } }[];
    };
  };
};

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const MICRO = { BEP20: 10n ** 12n } as Partial<Record<Network, bigint>>;

async function ask<T>(world: World, path: string, method: string, params: readonly unknown[]): Promise<T> {
  const response = await fetch(new URL(path, world.chain.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return ((await response.json()) as { result: T }).result;
}

/** All transfers of value to our shops that the EVM node has now, asked of the node itself and not through any proxy. */
async function fromLogs(world: World, network: Network): Promise<Credit[]> {
  const family = network === 'TRON' ? 'TRON' : 'BEP20';
  const keys = world.shops.map(({ addresses }) => parseAddress(family, addresses[family] ?? '')?.key ?? '');
  const topics = [TRANSFER, null, keys.map((key) => `0x${key.slice(2).padStart(64, '0')}`)];
  const contract = world.chain.info.networks[network]?.contract;
  const logs = await ask<Log[]>(world, '/', 'eth_getLogs', [{ address: contract, fromBlock: '0x1', toBlock: 'latest', topics }]);
  return logs
    .map(({ transactionHash, logIndex, data }) => ({
      network,
      txHash: transactionHash,
      logIndex: Number.parseInt(logIndex, 16),
      micros: BigInt(data) / (MICRO[network] ?? 1n),
    }))
    .filter(({ micros }) => micros > 0n);
}

async function fromSolana(world: World): Promise<Credit[]> {
  const mint = world.chain.info.networks.SOLANA?.contract ?? '';
  const credits: Credit[] = [];
  for (const { addresses } of world.shops) {
    const account = associatedTokenAccount(addresses.SOLANA ?? '', mint);
    const confirmed = { commitment: 'confirmed' };
    for (let before: string | undefined; ; ) {
      const page = await ask<{ signature: string }[]>(world, '/solana', 'getSignaturesForAddress', [account, { ...confirmed, before }]);
      for (const { signature } of page) {
        const body = await ask<SolanaBody>(world, '/solana', 'getTransaction', [signature, confirmed]);
        if (body.meta.err !== null) continue;
        const transfers = body.transaction.message.instructions.flatMap(({ parsed }) => (parsed === undefined ? [] : [parsed.info]));
        for (const [logIndex, { destination, tokenAmount }] of transfers.entries()) {
          const micros = BigInt(tokenAmount?.amount ?? '0');
          if (destination === account && micros > 0n) credits.push({ network: 'SOLANA', txHash: signature, logIndex, micros });
        }
      }
      before = page.at(-1)?.signature;
      if (page.length < 1_000) break;
    }
  }
  return credits;
}

export async function canonicalTransfers(world: World): Promise<Credit[]> {
  const onNode = NETWORKS.filter((network) => network !== 'SOLANA');
  return [...(await Promise.all(onNode.map((network) => fromLogs(world, network)))).flat(), ...(await fromSolana(world))];
}
