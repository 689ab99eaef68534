import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import type { Block, Guide, GuideSection, Inline } from '../../src/features/developers/guides/guide.types.ts';

export const DOCS = join(import.meta.dirname, '../../../../docs');

/** What a shop's developer reads, in the order of reading. Everything else in docs is for whoever runs or changes the gateway. */
export const GUIDES = [
  'getting-started.md',
  'shops.md',
  'callbacks.md',
  'matching.md',
  'live-updates.md',
  'epusdt.md',
  'migrate/epusdt.md',
  'migrate/nowpayments.md',
  'migrate/coinbase-commerce.md',
] as const;

export const slugOf = (file: string): string => file.replace(/\.md$/, '').replaceAll('/', '-');

/** As GitHub makes them, so that the links in the files work in both places. */
const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** The guide that a relative link of a file leads to, with its anchor; undefined: it leads elsewhere in the repository. */
function guideAt(file: string, href: string): { guide: string; anchor: string } | undefined {
  const [path = '', anchor = ''] = href.split('#');
  const guide = path === '' ? file : posix.normalize(posix.join(posix.dirname(file), path));
  return (GUIDES as readonly string[]).includes(guide) ? { guide, anchor: anchor === '' ? '' : `#${anchor}` } : undefined;
}

function linkTo(file: string, href: string): string | undefined {
  if (/^https?:/.test(href)) return href;
  const found = guideAt(file, href);
  return found && `/docs/guides/${slugOf(found.guide)}${found.anchor}`;
}

function inlines(tokens: readonly Token[] | undefined, file: string): Inline[] {
  return (tokens ?? []).flatMap((token): Inline[] => {
    switch (token.type) {
      case 'text':
        return token.tokens === undefined ? [unescaped(token.text)] : inlines(token.tokens, file);
      case 'escape':
        return [token.text];
      case 'codespan':
        return [{ kind: 'code', text: token.text }];
      case 'strong':
      case 'em':
        return [{ kind: token.type, content: inlines(token.tokens, file) }];
      case 'link': {
        const to = linkTo(file, token.href);
        return to === undefined ? inlines(token.tokens, file) : [{ kind: 'link', to, content: inlines(token.tokens, file) }];
      }
      case 'br':
        return [' '];
      default:
        throw new Error(`docs/${file}: the site cannot show "${token.type}": ${token.raw.slice(0, 60)}`);
    }
  });
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&#39;': "'" };
const unescaped = (text: string): string => text.replace(/&(?:lt|gt|amp|quot|#39);|\n/g, (found) => ENTITIES[found] ?? ' ');

function blocksOf(tokens: readonly Token[], file: string): Block[] {
  return tokens.flatMap((token): Block[] => {
    switch (token.type) {
      case 'space':
        return [];
      case 'heading':
        return [
          { kind: 'heading', depth: token.depth, id: anchorOf(plain(inlines(token.tokens, file))), content: inlines(token.tokens, file) },
        ];
      case 'paragraph':
      case 'text':
        return [{ kind: 'paragraph', content: inlines(token.tokens, file) }];
      case 'code':
        return [{ kind: 'code', language: token.lang ?? '', text: token.text }];
      case 'list': {
        const { ordered, start, items } = token as Tokens.List;
        return [{ kind: 'list', start: ordered ? Number(start) : undefined, items: items.map((item) => blocksOf(item.tokens, file)) }];
      }
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => inlines(cell.tokens, file));
        return [{ kind: 'table', head: cells(header), rows: rows.map(cells) }];
      }
      default:
        throw new Error(`docs/${file}: the site cannot show "${token.type}": ${token.raw.slice(0, 60)}`);
    }
  });
}

export const plain = (content: readonly Inline[]): string =>
  content.map((each) => (typeof each === 'string' ? each : each.kind === 'code' ? each.text : plain(each.content))).join('');

const textOf = (block: Block): string => {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return plain(block.content);
    case 'code':
      return block.text;
    case 'list':
      return block.items.flat().map(textOf).join(' ');
    case 'table':
      return [block.head, ...block.rows].flat().map(plain).join(' ');
  }
};

export function readGuide(file: string): Guide {
  const [first, ...blocks] = blocksOf(lexer(readFileSync(join(DOCS, file), 'utf8')), file);
  if (first?.kind !== 'heading' || first.depth !== 1) throw new Error(`docs/${file} does not begin with its title`);
  const lead = blocks.find(({ kind }) => kind === 'paragraph');
  const [summary = ''] = /^.+?\.(?=\s|$)/s.exec(lead === undefined ? '' : textOf(lead)) ?? [];
  return { slug: slugOf(file), title: plain(first.content), summary, blocks };
}

/** For the search: what stands under each heading; what comes before the first belongs to the guide itself. */
export function sectionsOf({ title, blocks }: Guide): GuideSection[] {
  const sections: { id: string; title: string; texts: string[] }[] = [{ id: '', title, texts: [] }];
  for (const block of blocks) {
    if (block.kind === 'heading') sections.push({ id: block.id, title: plain(block.content), texts: [] });
    else sections.at(-1)?.texts.push(textOf(block));
  }
  return sections.map(({ texts, ...rest }) => ({ ...rest, text: texts.join(' ').replace(/\s+/g, ' ') }));
}

/** As served: links among guides stay, those to the rest of the repository become plain text. */
export const markdownOf = (file: string): string =>
  readFileSync(join(DOCS, file), 'utf8').replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (whole: string, text: string, href: string) =>
    /^https?:/.test(href) || guideAt(file, href) !== undefined ? whole : text,
  );
