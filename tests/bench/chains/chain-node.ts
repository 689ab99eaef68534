import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Network } from '@stablegate/contract';
import { type SandboxInfo, sandboxNetworks } from '../../../apps/sandbox/src/networks/sandbox-networks';
import type { NetworkSettings } from '../../../apps/server/src/config';

export type BenchNode = {
  readonly url: string;
  readonly info: SandboxInfo;
  call<T>(method: string, params?: unknown): Promise<T>;
  head(): Promise<number>;
  settings(network: Network, changes: Partial<NetworkSettings>): NetworkSettings;
};

async function startNode(child: ChildProcess): Promise<string> {
  const [message] = (await once(child, 'message')) as [{ url: string }];
  return message.url;
}

/** The sandbox's node in a separate process, so that the measured processor time is ours; mines on demand. */
export async function withBenchNode<T>(work: (node: BenchNode) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'stablegate-bench-chain-'));
  const entry = join(import.meta.dirname, '../../../apps/sandbox/src/main-chain.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', entry, '--port', '0', '--dir', dir], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const url = await startNode(child);
    const call = async <R>(method: string, params: unknown = []): Promise<R> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const { result, error } = (await response.json()) as { result: R; error?: { message: string } };
      if (error !== undefined) throw new Error(`${method}: ${error.message}`);
      return result;
    };
    const info = await call<SandboxInfo>('sandbox_info');
    const known = sandboxNetworks(info, url);
    return await work({
      url,
      info,
      call,
      head: async () => (await call<{ head: { number: number } }>('sandbox_info')).head.number,
      settings: (network, changes) => {
        const found = known.find((settings) => settings.network === network);
        if (found === undefined) throw new Error(`the sandbox has no ${network}`);
        return { ...found, ...changes };
      },
    });
  } finally {
    child.kill('SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  }
}
