import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import type { Network } from '@stablegate/contract';
import { startRpcServer } from '../../../sandbox/src/chain/fronts/rpc-server';
import { startChain } from '../../../sandbox/src/chain/start-chain';
import { type SandboxInfo, sandboxNetworks } from '../../../sandbox/src/networks/sandbox-networks';
import { createSolanaPayments, type SolanaTransfer } from '../../../sandbox/src/solana/solana-payments';
import type { NetworkSettings } from '../../src/config';
import { isOnCurve } from '../../src/modules/chains/adapters/solana/accounts/token-account';
import { afterFile } from '../after-file';

export type Mined = { txHash: string; blockNumber: number; status: string };
type SolanaWays = Partial<Pick<SolanaTransfer, 'by' | 'token'>> & { readonly failed?: boolean };
/** A valid Solana address that can have a key, derived from the name. */
export function solanaKey(name: string): string {
  const address = base58.encode(createHash('sha256').update(name).digest());
  return isOnCurve(address) ? address : solanaKey(`${name}'`);
}

export type TestChain = {
  readonly dir: string;
  readonly url: string;
  readonly info: SandboxInfo & { readonly payers: string[]; readonly fakeToken: { contract: string } };
  call<T>(method: string, params?: unknown): Promise<T>;
  pay(network: Network, to: string, amountRaw: bigint | string, extra?: object): Promise<Mined>;
  mine(blocks?: number): Promise<void>;
  reorg(depth: number, keep: boolean): Promise<void>;
  /** One Solana transaction with a transfer per part; returns its signature. */
  paySolana(to: string, parts: readonly bigint[], how?: SolanaWays): Promise<string>;
  /** One transaction that pays several owners. */
  paySolanaOwners(parts: readonly (readonly [owner: string, amount: bigint])[], by?: SolanaTransfer['by']): Promise<string>;
  /** The last Solana transaction is undone until the returned function is called. */
  forgetSolana(): () => void;
  settings(network: Network, changes?: Partial<NetworkSettings>): NetworkSettings;
};

/**
 * A real EVM node with the sandbox's contracts on its own port; mines on demand. Stops automatically after the file. A copy has the same
 * blocks up to now and diverges from here.
 */
export async function startTestChain(options: { readonly copyOf?: TestChain } = {}): Promise<TestChain> {
  const dir = mkdtempSync(join(tmpdir(), 'stablegate-chain-'));
  if (options.copyOf !== undefined) cpSync(options.copyOf.dir, dir, { recursive: true });
  const chain = await startChain({
    dir,
    blocksEveryMs: null,
    onFatal: (error) => {
      throw error;
    },
  });
  const fronts: Record<string, typeof chain.evm> = { '/': chain.evm, '/jsonrpc': chain.tron, '/solana': chain.solana };
  const server = await startRpcServer(0, async (path) => fronts[path]);
  const solana = await createSolanaPayments();
  afterFile(async () => {
    await server.close();
    await chain.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  const call = async <T>(method: string, params?: unknown): Promise<T> => (await chain.evm(method, params)) as T;
  const info = await call<TestChain['info']>('sandbox_info');
  const known = sandboxNetworks(info, server.url);
  return {
    dir,
    url: server.url,
    info,
    call,
    pay: (network, to, amountRaw, extra = {}) =>
      call<Mined>('sandbox_transfer', { network, to, amountRaw: amountRaw.toString(), ...extra }),
    mine: async (blocks = 1) => {
      await call('sandbox_mine', { blocks });
    },
    reorg: async (depth, keep) => {
      await call('sandbox_reorg', { depth, keep });
    },
    paySolana: async (to, parts, { failed = false, token = 'usdt', ...how } = {}) => {
      const transfers = parts.map((amountRaw) => ({ to, amountRaw, token, ...how }));
      const landed = chain.solanaLedger.send(await solana.sign(transfers, failed));
      await call('sandbox_mine', { blocks: 1 });
      return (await landed).txHash;
    },
    paySolanaOwners: async (parts, by = 'batch') => {
      const landed = chain.solanaLedger.send(
        await solana.sign(parts.map(([to, amountRaw]) => ({ to, amountRaw, token: 'usdt' as const, by }))),
      );
      await call('sandbox_mine', { blocks: 1 });
      const { txHash, status } = await landed;
      if (status !== 'success') throw new Error('the transaction failed');
      return txHash;
    },
    forgetSolana: chain.solanaLedger.forgetLast,
    settings: (network, changes = {}) => {
      const found = known.find((settings) => settings.network === network);
      if (found === undefined) throw new Error(`the sandbox has no ${network}`);
      const soloProof = network === 'TRON' ? 'receipts' : network === 'SOLANA' ? 'none' : 'bloom';
      return { ...found, blockMs: 1_000, pollMs: 60, idlePollMs: changes.pollMs ?? 60, soloProof, ...changes };
    },
  };
}
