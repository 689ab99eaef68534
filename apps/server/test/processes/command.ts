import { type ChildProcess, spawn } from 'node:child_process';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { serverRoot } from '../../src/platform/paths';

type CommandResult = { readonly code: number | null; readonly output: string };
export type Command = {
  /** Like `npm run`, as a separate process, with only the given environment. */
  start(args: readonly string[], env: Record<string, string>): { readonly child: ChildProcess; readonly result: Promise<CommandResult> };
  run(args: readonly string[], env: Record<string, string>): Promise<CommandResult>;
};

/** For a test of several commands, each a process, on a busy machine. */
export const COMMANDS_MS = 90_000;

const bundles = new Map<string, Promise<string>>();

/**
 * An entry point, or another file by its path from src, bundled as shipped: it starts with a quarter of the processor time of the sources,
 * and is immune to edits meanwhile. Once for all tests of a worker.
 */
export function bundleEntry(name: string): Promise<string> {
  const bundle = bundles.get(name) ?? bundleAnew(name);
  bundles.set(name, bundle);
  return bundle;
}

async function bundleAnew(name: string): Promise<string> {
  const outfile = join(serverRoot(), '.cache', `${basename(name)}-${process.pid}.js`);
  await build({
    entryPoints: [join(serverRoot(), 'src', `${name}.ts`)],
    outdir: dirname(outfile),
    entryNames: basename(outfile, '.js'),
    chunkNames: `${basename(outfile, '.js')}-[hash]`,
    bundle: true,
    splitting: true, // as shipped: what a command imports later is not loaded by the others
    format: 'esm',
    platform: 'node',
    target: 'node20',
    plugins: [
      {
        name: 'own-packages-only',
        setup: (bundle) => {
          bundle.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@stablegate/') ? undefined : { path, external: true },
          );
        },
      },
    ],
  });
  return outfile;
}

/** An operators' command. */
export async function bundleCommand(name: string): Promise<Command> {
  const outfile = await bundleEntry(name);
  const start: Command['start'] = (args, env) => {
    const child = spawn(process.execPath, [outfile, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: unknown) => {
      output += String(chunk);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    return { child, result: new Promise((resolve) => child.on('close', (code) => resolve({ code, output }))) };
  };
  return { start, run: (args, env) => start(args, env).result };
}
