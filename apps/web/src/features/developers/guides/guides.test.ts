import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entries, loadGuide, loadSections } from 'virtual:guides';
import { expect, test } from 'vitest';
import { llmsTxt } from '../../../../vite/guides/llms-txt';
import { DOCS, GUIDES, markdownOf, plain, readGuide, sectionsOf } from '../../../../vite/guides/read-guide';
import type { Block, Inline } from './guide.types';

const guides = GUIDES.map(readGuide);
const linksIn = (content: readonly Inline[]): string[] =>
  content.flatMap((part) => {
    if (typeof part === 'string' || part.kind === 'code') return [];
    return part.kind === 'link' ? [part.to] : linksIn(part.content);
  });
const inlinesOf = (block: Block): readonly Inline[] => {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return block.content;
    case 'list':
      return block.items.flat().flatMap(inlinesOf);
    case 'table':
      return [block.head, ...block.rows].flat(2);
    case 'code':
      return [];
  }
};

test('every guide has a title, a summary, and headings of their own names', () => {
  for (const { title, summary, blocks } of guides) {
    expect(title).toMatch(/\w/);
    expect(summary, title).toMatch(/^[A-Z].+\.$/);
    const ids = blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []));
    expect(ids).toEqual([...new Set(ids)]);
  }
});

test('every link of a guide leads to a guide and an existing heading, or outside', () => {
  const anchors = new Set(
    guides.flatMap(({ slug, blocks }) => [
      `/docs/guides/${slug}`,
      ...blocks.flatMap((block) => (block.kind === 'heading' ? [`/docs/guides/${slug}#${block.id}`] : [])),
    ]),
  );
  const links = guides.flatMap(({ blocks }) => blocks.flatMap((block) => linksIn(inlinesOf(block))));
  expect(links.filter((to) => !to.startsWith('https://') && !to.startsWith('http://localhost') && !anchors.has(to))).toEqual([]);
  expect(links.filter((to) => to.startsWith('/docs/')).length).toBeGreaterThan(5);
});

test('nothing of a file is lost: its words are those of its blocks', () => {
  const words = (text: string): string[] => text.match(/[A-Za-z]{4,}/g) ?? [];
  for (const [index, file] of GUIDES.entries()) {
    const shown = words(
      `${guides[index]?.title} ${sectionsOf(guides[index] as (typeof guides)[number])
        .map(({ title, text }) => `${title} ${text}`)
        .join(' ')}`,
    );
    const written = words(
      readFileSync(join(DOCS, file), 'utf8')
        .replace(/\]\([^)]*\)/g, ']')
        .replace(/^```\w*$/gm, ''),
    );
    const links = words(guides[index]?.blocks.flatMap((block) => linksIn(inlinesOf(block))).join(' ') ?? '');
    expect(
      written.filter((word) => !shown.includes(word) && !links.includes(word)),
      file,
    ).toEqual([]);
  }
});

test('the page gets the same guides: a list, each on its own, and the sections for the search', async () => {
  expect(entries.map(({ slug }) => slug)).toEqual(guides.map(({ slug }) => slug));
  const loaded = await loadGuide['migrate-nowpayments']?.();
  expect(loaded?.default).toEqual(readGuide('migrate/nowpayments.md'));
  const { default: sections } = await loadSections();
  expect(sections.find(({ slug }) => slug === 'migrate-epusdt')?.sections.map(({ id }) => id)).toContain('statuses');
});

test('llms.txt follows llmstxt.org, and every guide it names is served without links into the repository', () => {
  const text = llmsTxt();
  expect(text).toMatch(/^# .+\n\n> .+\n/);
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): .+/gm)].map(([, to]) => to ?? '');
  expect(links.filter((to) => !to.startsWith('/api/v1/') && to !== '/docs/errors.md')).toEqual(GUIDES.map((file) => `/docs/${file}`));
  expect(text.split('\n').filter((line) => line.startsWith('- ')).length).toBe(links.length);
  for (const file of GUIDES) {
    const relative = [...markdownOf(file).matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, to]) => to ?? '');
    for (const to of relative) expect(existsSync(join(DOCS, file, '..', to)), `${file} → ${to}`).toBe(true);
    expect(
      relative.filter((to) => !to.endsWith('.md')),
      file,
    ).toEqual([]);
  }
});

test('a diff keeps its signs, a table its cells', () => {
  const { blocks } = readGuide('migrate/coinbase-commerce.md');
  const diff = blocks.find((block) => block.kind === 'code' && block.language === 'diff');
  expect(diff).toMatchObject({ text: expect.stringMatching(/^-const response[\s\S]*\n\+const invoice/) });
  const table = blocks.find((block) => block.kind === 'table');
  expect(table?.kind === 'table' && table.rows.every((row) => row.length === table.head.length)).toBe(true);
  expect(table?.kind === 'table' && table.head.map(plain)).toEqual(['', 'Coinbase Commerce', 'Stablegate']);
});
