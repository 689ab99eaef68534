// npm run build: what production serves.
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';

await ensureInstalled({ tools: false });
await ensureBuilt();
