// npm start: checks the port, installs what is missing, builds what has changed, then becomes the sandbox's launcher.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findTakenPort } from '../apps/sandbox/src/launcher/taken-port.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/steps.mjs';

// Before the minutes of installing and building; the launcher checks the value itself.
const taken = await findTakenPort(Number(process.env.PORT || 8080)).catch(() => undefined);
if (taken !== undefined) {
  process.stderr.write(`${taken}\n`);
  process.exit(1);
}
await ensureInstalled({ tools: false });
try {
  await ensureBuilt();
} catch (error) {
  process.stderr.write(`The build failed.\n${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
const { main } = await import(pathToFileURL(join(root, 'apps/sandbox/dist/main.js')).href);
await main(process.argv.slice(2), { underNpm: process.env.npm_lifecycle_event !== undefined });
