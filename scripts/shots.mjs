// npm run shots [-- --screen=invoices,payment] [--lang=en,de] [--theme=dark] [--width=375]: every screen in every state, as contact sheets
// in .cache/shots, with an index.html and a list of what overflows or is cut.
// npm run shots -- --record: the pictures that npm test compares the main screens with (tests/e2e/looks/recorded).
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { bin, root, run, say, seconds } from './lib/steps.mjs';

const one = { type: 'string', default: '' };
const { values } = parseArgs({ options: { screen: one, lang: one, theme: one, width: one, record: { type: 'boolean', default: false } } });
const began = Date.now();
const folder = join(root, '.cache/shots');

await ensureInstalled();
await ensureBuilt();
const executable = await ensureBrowser();
if (values.record) {
  const args = [
    'test',
    '--config',
    'tests/playwright.config.ts',
    '--workers',
    '1',
    '--retries',
    '0',
    'looks/pictures',
    '-g',
    'stored picture',
  ];
  const recorded = await run(bin('playwright'), args, { env: { ...process.env, CHROMIUM_PATH: executable ?? '', LOOKS_RECORD: '1' } });
  process.exit(recorded.ok ? 0 : 1);
}
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const { ok } = await run(bin('playwright'), ['test', '--config', 'tests/shots.config.ts'], {
  minutes: 120,
  env: {
    ...process.env,
    CHROMIUM_PATH: executable ?? '',
    SHOTS_FOLDER: folder,
    SHOTS_SCREEN: values.screen,
    SHOTS_LANG: values.lang,
    SHOTS_THEME: values.theme,
    SHOTS_WIDTH: values.width,
  },
});

const files = readdirSync(folder).sort();
const faults = files.filter((file) => file.endsWith('.txt')).flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'));
const sheets = files.filter((file) => file.endsWith('.png'));
const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const list = faults.map((fault) => `<li>${escaped(fault)}</li>`).join('');
const figures = sheets.map(
  (file) => `<figure><figcaption>${file}</figcaption><a href="${file}"><img loading="lazy" src="${file}"></a></figure>`,
);
writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><meta charset="utf-8"><title>Screens</title><style>img { max-width: 100% }</style><ul>${list}</ul>${figures.join('')}`,
);
for (const fault of faults) say(fault);
say(`${sheets.length} contact sheets in ${join(folder, 'index.html')}  (${seconds(began)})`);
process.exit(ok ? 0 : 1);
