import { join } from 'node:path';
import type { Plugin } from 'vite';
import { llmsTxt } from './llms-txt.ts';
import { DOCS, GUIDES, markdownOf, readGuide, sectionsOf, slugOf } from './read-guide.ts';

const LIST = 'virtual:guides';
const SECTIONS = 'virtual:guides/sections';
const GUIDE = 'virtual:guides/guide/';
/** Rollup's mark of a module without a file. */
const MARK = '\0';

const asModule = (value: unknown): string => `export default ${JSON.stringify(value)};`;

function listModule(): string {
  const entries = GUIDES.map(readGuide).map(({ slug, title, summary }) => ({ slug, title, summary }));
  const loaders = entries.map(({ slug }) => `${JSON.stringify(slug)}: () => import(${JSON.stringify(GUIDE + slug)})`);
  return `export const entries = ${JSON.stringify(entries)};
export const loadGuide = { ${loaders.join(', ')} };
export const loadSections = () => import(${JSON.stringify(SECTIONS)});`;
}

function load(id: string): string | undefined {
  if (id === LIST) return listModule();
  if (id === SECTIONS) {
    const guides = GUIDES.map(readGuide);
    return asModule(guides.map((guide) => ({ slug: guide.slug, title: guide.title, summary: guide.summary, sections: sectionsOf(guide) })));
  }
  const file = GUIDES.find((each) => GUIDE + slugOf(each) === id);
  return file && asModule(readGuide(file));
}

/**
 * The guides of docs/, on the site as pages, and as Markdown for programs (/docs/<file> and /llms.txt). Markdown is read here, once: a page
 * gets its blocks as data.
 */
export const guides = (): Plugin => ({
  name: 'guides',
  resolveId: (id) => (id.startsWith(LIST) ? MARK + id : undefined),
  load(id) {
    if (!id.startsWith(MARK + LIST)) return undefined;
    for (const file of GUIDES) this.addWatchFile(join(DOCS, file));
    return load(id.slice(MARK.length));
  },
  generateBundle() {
    for (const file of GUIDES) this.emitFile({ type: 'asset', fileName: `docs/${file}`, source: markdownOf(file) });
    this.emitFile({ type: 'asset', fileName: 'llms.txt', source: llmsTxt() });
  },
});
