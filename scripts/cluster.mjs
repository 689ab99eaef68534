// npm run cluster [-- --failovers 10] [--rate 5] [--dir folder]: the whole installation on this machine, highly available (docs/deploy/cluster.md).
import { spawn } from 'node:child_process';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { bin, root } from './lib/steps.mjs';

await ensureInstalled();
await ensureBuilt();
const child = spawn(bin('tsx'), ['tests/cluster/run.ts', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
