// npm run cluster [-- --failovers 10 | --roll <tag or commit>] [--rate 5] [--dir folder]: the whole installation on this machine, highly
// available (docs/deploy/cluster.md). --roll builds that release in .cache first.
import { spawn } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { bin, root, run, say } from './lib/steps.mjs';

/** A checkout with today's packages and its own build. */
async function buildRelease(ref) {
  const { ok, output } = await run('git', ['rev-parse', '--short', `${ref}^{commit}`], { quiet: true });
  if (!ok) throw new Error(`${ref} is no release or commit.`);
  const folder = join(root, '.cache/releases', output.trim());
  if (!existsSync(folder)) {
    const added = await run('git', ['worktree', 'add', '--detach', folder, ref], { quiet: true });
    if (!added.ok) throw new Error(added.output);
    for (const modules of ['node_modules', 'apps/server/node_modules', 'apps/web/node_modules', 'tests/node_modules'])
      if (existsSync(join(root, modules))) cpSync(join(root, modules), join(folder, modules), { recursive: true, verbatimSymlinks: true });
  }
  say(`Building ${ref} …`);
  const built = await run(process.execPath, ['scripts/build.mjs'], { quiet: true, cwd: folder });
  if (!built.ok) throw new Error(built.output);
  return folder;
}

const args = process.argv.slice(2);
await ensureInstalled();
await ensureBuilt();
const at = args.indexOf('--roll');
if (at >= 0) args.splice(at, 2, '--from', await buildRelease(args[at + 1]));
const child = spawn(bin('tsx'), ['tests/cluster/run.ts', ...args], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
