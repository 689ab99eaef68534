import { parseArgs } from 'node:util';
import type { RpcHandler } from './fronts/json-rpc';
import { startRpcServer } from './fronts/rpc-server';
import { lockDirectory } from './journal/directory-lock';
import { type RunningChain, startChain } from './start-chain';

// Usage: main-chain --port <0-65535> --dir <directory> [--blocks-every-ms <50-3600000>]

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function integerOption(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number.parseInt(text, 10) : -1;
  return value >= min && value <= max ? value : fail(`--${name} must be a whole number from ${min} to ${max}.`);
}

function readOptions(): { port: number; dir: string; blocksEveryMs: number | null } {
  const options = { port: { type: 'string' }, dir: { type: 'string' }, 'blocks-every-ms': { type: 'string' } } as const;
  try {
    const { values } = parseArgs({ options });
    const every = values['blocks-every-ms'];
    return {
      port: integerOption('port', values.port ?? '0', 0, 65_535),
      dir: values.dir || fail('--dir is missing: the directory that holds the chain journal.'),
      blocksEveryMs: every === undefined ? null : integerOption('blocks-every-ms', every, 50, 3_600_000),
    };
  } catch (error) {
    return fail(reasonOf(error));
  }
}

async function main(): Promise<void> {
  const { port, dir, blocksEveryMs } = readOptions();
  const cleanups: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    process.exit(0);
  };
  for (const reason of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(reason, () => void stop());

  let publish: (chain: RunningChain) => void = () => undefined;
  const ready = new Promise<RunningChain>((resolve) => {
    publish = resolve;
  });
  // The port is opened first, so that a used one is reported immediately; calls during a replay wait for it.
  const fronts: Record<string, (chain: RunningChain) => RpcHandler> = {
    '/': (chain) => chain.evm,
    '/jsonrpc': (chain) => chain.tron,
    '/solana': (chain) => chain.solana,
  };
  const server = await startRpcServer(port, async (path) => fronts[path]?.(await ready)).catch((error: NodeJS.ErrnoException) =>
    fail(error.code === 'EADDRINUSE' ? `Port ${port} on 127.0.0.1 is already taken.` : `Port ${port} cannot be opened: ${error.message}.`),
  );
  cleanups.push(await lockDirectory(dir).catch((error: unknown) => fail(`The chain directory ${dir} cannot be used: ${reasonOf(error)}.`)));
  const onFatal = (error: unknown): void => fail(`The chain stopped, because a block could not be made safe: ${reasonOf(error)}.`);
  const chain = await startChain({ dir, blocksEveryMs, onFatal }).catch((error: unknown) =>
    fail(`The chain in ${dir} cannot be started: ${reasonOf(error)}.`),
  );
  cleanups.push(chain.stop, server.close);
  publish(chain);

  const message = { ready: true, port: server.port, url: server.url };
  process.stdout.write(`${JSON.stringify(message)}\n`);
  process.send?.(message);
}

await main();
