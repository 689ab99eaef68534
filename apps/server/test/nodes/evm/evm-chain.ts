import { PROFILES } from '../../../src/config-network-profiles';
import { parseAddress } from '../../../src/modules/chains/addresses/addresses';
import { type Chance, createChance } from '../../seeded';
import { digestOf } from '../digests';
import type { NodeState } from '../node-types';
import { tronHttp } from '../tron/tron-http';
import { blockHash, type EvmBlock, type EvmTransaction, type EvmTransactionInput, logsOf, transferLog } from './evm-blocks';
import { evmMethods } from './evm-methods';
import type { BlockContent, EvmChain, EvmChainOptions } from './evm-types';

const MAIN = 'main';

/**
 * TRON, BNB Smart Chain, Ethereum or Polygon in memory, with mainnet's chain id and contract. Deterministic for the same seed and calls.
 */
export function createSimulatedEvm(options: EvmChainOptions): EvmChain {
  const { network, seed = 1, finalityDepth = network === 'TRON' ? 19 : 4, startNumber = 1_000, now = Date.now } = options;
  const profile = PROFILES.mainnet[network];
  const isTron = network === 'TRON';
  const keyOf = (address: string): string => parseAddress(network, address)?.key ?? address.toLowerCase();
  const contract = keyOf(profile.contract);
  const chance: Chance = createChance(seed);
  const branches = new Map<string, EvmBlock[]>();
  const places = new Map<string, EvmBlock[]>();
  let made = 0;
  let named = 0;

  const blocksOf = (branch = MAIN): EvmBlock[] => {
    const found = branches.get(branch);
    if (found === undefined) throw new Error(`there is no branch ${branch}`);
    return found;
  };
  const stranger = (): string => `0x${digestOf('stranger', seed, chance.whole(0, 20_000)).slice(0, 40)}`;
  const toTransaction = ({ transfers, failed = false }: EvmTransactionInput): EvmTransaction => {
    made += 1;
    const from = transfers[0]?.from ?? stranger();
    const logs = transfers.map((one) => transferLog(keyOf(one.contract ?? contract), keyOf(one.from ?? from), keyOf(one.to), one.raw));
    return {
      hash: `0x${digestOf('transaction', network, seed, made)}`,
      from: keyOf(from),
      to: logs[0]?.contract ?? stranger(),
      failed,
      logs: failed ? [] : logs,
    };
  };
  const background = (): EvmTransactionInput =>
    chance.happens(0.5) ? { transfers: [{ to: stranger(), raw: BigInt(chance.whole(1, 1_000_000_000)) }] } : { transfers: [] };
  const append = (branch: EvmBlock[], transactions: readonly EvmTransaction[], timeMs: number): EvmBlock => {
    const parent = branch.at(-1);
    const number = parent === undefined ? startNumber : parent.number + 1;
    const parentHash = parent?.hash ?? blockHash(isTron, startNumber - 1, seed);
    made += 1;
    const hash = blockHash(isTron, number, network, seed, parentHash, made);
    const block = { number, hash, parentHash, timeMs: Math.max(timeMs, parent?.timeMs ?? 0), transactions };
    branch.push(block);
    for (const { hash: txHash } of transactions) places.set(txHash, [...(places.get(txHash) ?? []), block]);
    return block;
  };
  const mine = ({ transfers = [], transactions = [], background: strangers = 0, timeMs = now(), on }: BlockContent = {}): EvmBlock => {
    const inputs = [...transactions, ...transfers.map((transfer) => ({ transfers: [transfer] }))];
    // Ours are placed anywhere among others', so that a log's index in its block differs from that in its transaction.
    for (let count = 0; count < strangers; count += 1) inputs.splice(chance.whole(0, inputs.length), 0, background());
    return append(blocksOf(on), inputs.map(toTransaction), timeMs);
  };
  const newName = (): string => {
    named += 1;
    return `branch-${named}`;
  };
  branches.set(MAIN, []);
  mine();

  const chain: EvmChain = {
    network,
    path: isTron ? '/jsonrpc' : '/',
    isTron,
    chainId: profile.chainId ?? 0,
    decimals: profile.decimals,
    contract,
    contractAddress: profile.contract,
    finalityDepth,
    startNumber,
    now,
    mine,
    mineMany: (count) => {
      for (let mined = 0; mined < count; mined += 1) mine();
    },
    pay: (to, raw, more = {}) => {
      const block = mine({ transfers: [{ to, raw, ...more }] });
      return { txHash: block.transactions[0]?.hash ?? '', block };
    },
    fork: (depth, { keep = true, length = depth + 1 } = {}) => {
      const old = blocksOf();
      const name = newName();
      branches.set(name, old);
      const next = old.slice(0, old.length - depth);
      branches.set(MAIN, next);
      const isKept = typeof keep === 'function' ? keep : () => keep;
      const kept = old.slice(old.length - depth).flatMap(({ transactions }) => transactions.filter(isKept));
      const blocks: EvmTransaction[][] = Array.from({ length }, () => []);
      for (const transaction of kept) blocks[chance.whole(0, length - 1)]?.push(transaction);
      for (const transactions of blocks) append(next, transactions, now());
      return name;
    },
    split: (depth) => {
      const name = newName();
      const blocks = blocksOf();
      branches.set(name, blocks.slice(0, blocks.length - depth));
      return name;
    },
    head: (branch) => {
      const block = blocksOf(branch).at(-1);
      if (block === undefined) throw new Error('a branch without blocks');
      return block;
    },
    blocks: blocksOf,
    placesOf: (txHash) => places.get(txHash.toLowerCase()) ?? [],
    truth: () =>
      blocksOf()
        .flatMap(logsOf)
        .filter((log) => log.contract === contract && log.topics[1] !== log.topics[2])
        .map((log) => ({
          network,
          txHash: log.transaction.hash,
          logIndex: log.indexInBlock,
          from: `0x${log.topics[1]?.slice(26) ?? ''}`,
          to: `0x${log.topics[2]?.slice(26) ?? ''}`,
          raw: BigInt(log.data),
          block: log.block.number,
        })),
    methodsOf: (node: NodeState) => evmMethods(chain, node),
    ...(isTron ? { httpOf: (node: NodeState, request) => tronHttp(chain, node, request) } : {}),
  };
  return chain;
}
