import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { NETWORK_NAMES, NETWORKS, type Network } from '@stablegate/contract';
import { FAMILY_OF } from '@stablegate/rules';
import { DESCRIPTORS } from '@stablegate/rules/networks';
import type { NetworkSettings } from '@stablegate/server/config';

/** The part of sandbox_info that the watcher needs. */
export type SandboxInfo = {
  readonly chainId: number;
  readonly blocksEveryMs: number | null;
  readonly deployBlock: number;
  readonly networks: Readonly<Record<string, { readonly contract: string; readonly decimals: number }>>;
  /** Accounts with USDT on every EVM network; customers pay from the first. */
  readonly payers: readonly string[];
};

const base58check = createBase58check((data) => createHash('sha256').update(data).digest());
const toTronAddress = (hex: string): string => base58check.encode(Uint8Array.from(Buffer.from(`41${hex.slice(2)}`, 'hex')));

const POLL_MS = 250;
/** The chain tells of its blocks (controls/chain-news.ts): this is the safety net. */
const IDLE_POLL_MS = 30_000;
/** A transfer is final two blocks later, as api.md says; with its own block that makes three. */
const FINAL_DEPTH = 2;

const solanaSettings = (token: { readonly contract: string; readonly decimals: number }, chainUrl: string) => ({
  ...token,
  enabled: true,
  chainId: undefined,
  endpoints: [{ url: new URL('/solana', chainUrl).href }],
  finality: { tag: 'finalized' },
});

/**
 * The local chain as the watcher's network: fast polls of one node, which is ours and trusted. Proving its answers would cost about 1 ms
 * per block and network (measured), which is a minute after mining twenty thousand blocks.
 */
export function sandboxNetworks(info: SandboxInfo, chainUrl: string): NetworkSettings[] {
  const common = {
    chainId: info.chainId,
    confirmations: FINAL_DEPTH + 1,
    minDepth: FINAL_DEPTH,
    blockMs: info.blocksEveryMs ?? 1_000,
    pollMs: POLL_MS,
    idlePollMs: IDLE_POLL_MS,
    isAnnounced: true,
    tipMargin: 0,
    ratePerSecond: 1_000,
    quorum: 1,
    requestTimeoutMs: 15_000,
    startBlock: info.deployBlock + 1,
  };
  const off = { enabled: false, endpoints: [], contract: '', decimals: 6 };
  const settingsOf = (network: Network): NetworkSettings => {
    const token = info.networks[network];
    const { rangeMax, recipientsMax } = DESCRIPTORS[network];
    const base = { ...common, network, name: NETWORK_NAMES[network], rangeMax, recipientsMax, soloProof: 'none' as const };
    if (token === undefined) return { ...base, ...off, finality: { depth: FINAL_DEPTH } };
    if (FAMILY_OF[network] === 'solana') return { ...base, ...solanaSettings(token, chainUrl) };
    const isTron = FAMILY_OF[network] === 'tron';
    return {
      ...base,
      enabled: true,
      endpoints: [{ url: isTron ? new URL('/jsonrpc', chainUrl).href : chainUrl }],
      contract: isTron ? toTronAddress(token.contract) : token.contract,
      decimals: token.decimals,
      // TRON uses its solidified block, as in production; the local EVM node's own tag would be the newest block.
      finality: isTron ? { tag: 'finalized' } : { depth: FINAL_DEPTH },
    };
  };
  return NETWORKS.map(settingsOf);
}
