import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Network } from '@stablegate/contract';
import { afterAll } from 'vitest';
import { startRpcServer } from '../../sandbox/src/chain/rpc-server';
import { startChain } from '../../sandbox/src/chain/start-chain';
import { type SandboxInfo, sandboxNetworks } from '../../sandbox/src/networks/sandbox-networks';
import type { NetworkSettings } from '../src/config';

export type Mined = { txHash: string; blockNumber: number; status: string };
export type TestChain = {
  readonly url: string;
  readonly info: SandboxInfo & { readonly payers: string[]; readonly fakeToken: { contract: string } };
  call<T>(method: string, params?: unknown): Promise<T>;
  pay(network: Network, to: string, amountRaw: bigint | string, extra?: object): Promise<Mined>;
  mine(blocks?: number): Promise<void>;
  reorg(depth: number, keep: boolean): Promise<void>;
  settings(network: Network, changes?: Partial<NetworkSettings>): NetworkSettings;
};

/** A real EVM node with the sandbox's contracts, on a port of its own; mines on demand. Stops by itself after the file. */
export async function startTestChain(): Promise<TestChain> {
  const dir = mkdtempSync(join(tmpdir(), 'stablegate-chain-'));
  const chain = await startChain({
    dir,
    blocksEveryMs: null,
    onFatal: (error) => {
      throw error;
    },
  });
  const server = await startRpcServer(0, async (path) => (path === '/jsonrpc' ? chain.tron : path === '/' ? chain.evm : undefined));
  afterAll(async () => {
    await server.close();
    await chain.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  const call = async <T>(method: string, params?: unknown): Promise<T> => (await chain.evm(method, params)) as T;
  const info = await call<TestChain['info']>('sandbox_info');
  const known = sandboxNetworks(info, server.url);
  return {
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
    settings: (network, changes = {}) => {
      const found = known.find((settings) => settings.network === network);
      if (found === undefined) throw new Error(`the sandbox has no ${network}`);
      const soloProof = network === 'TRON' ? 'receipts' : 'bloom';
      return { ...found, blockMs: 1_000, pollMs: 60, soloProof, ...changes };
    },
  };
}
