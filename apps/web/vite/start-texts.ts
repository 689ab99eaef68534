import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { textsIn } from './pay-texts.ts';

const ID = 'virtual:start-texts';
/** Rollup's mark of a module without a file. */
const MARK = '\0';
const SCREEN = join(import.meta.dirname, '../src/app/start-failure.tsx');
const LOCALES = join(import.meta.dirname, '../../server/locales');

function textsByLanguage(): Record<string, Record<string, string>> {
  const keys = textsIn(readFileSync(SCREEN, 'utf8'));
  const files = readdirSync(LOCALES).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((file) => {
      const texts = JSON.parse(readFileSync(join(LOCALES, file), 'utf8')) as Record<string, string>;
      return [file.replace('.json', ''), Object.fromEntries(keys.map((key) => [key, texts[key] ?? key]))];
    }),
  );
}

/** The texts of the one screen that is shown when the server cannot send any. */
export const startTexts = (): Plugin => ({
  name: 'start-texts',
  resolveId: (id) => (id === ID ? MARK + id : undefined),
  load: (id) => (id === MARK + ID ? `export default ${JSON.stringify(textsByLanguage())};` : undefined),
});
