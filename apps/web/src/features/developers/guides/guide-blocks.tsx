import { breakable, CopyButton } from '@stablegate/ui';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../../lib/i18n/texts';
import { type CodeLanguage, piecesOf } from '../highlight';
import type { Block, Inline } from './guide.types';

/* A guide is fixed when the site is built: its parts never move, so their places are their keys. */
const keyed = <T,>(parts: readonly T[], show: (part: T) => ReactNode): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  parts.map((part, index) => <Fragment key={index}>{show(part)}</Fragment>);

export const Inlines = ({ content }: { content: readonly Inline[] }) => keyed(content, (part) => <InlinePart part={part} />);

function InlinePart({ part }: { part: Inline }) {
  if (typeof part === 'string') return part;
  switch (part.kind) {
    case 'code':
      return <code className="mono">{breakable(part.text)}</code>;
    case 'strong':
      return (
        <strong>
          <Inlines content={part.content} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inlines content={part.content} />
        </em>
      );
    case 'link':
      return part.to.startsWith('/') ? (
        <Link className="link" to={part.to}>
          <Inlines content={part.content} />
        </Link>
      ) : (
        <a className="link" href={part.to} target="_blank" rel="noopener">
          <Inlines content={part.content} />
        </a>
      );
  }
}

export const Blocks = ({ blocks }: { blocks: readonly Block[] }) => keyed(blocks, (block) => <BlockPart block={block} />);

function BlockPart({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.depth <= 2 ? 'h2' : 'h3';
      return (
        <Heading id={block.id}>
          <Inlines content={block.content} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Inlines content={block.content} />
        </p>
      );
    case 'code':
      return <GuideCode language={block.language} text={block.text} />;
    case 'list': {
      const items = keyed(block.items, (item) => (
        <li>
          <Blocks blocks={item} />
        </li>
      ));
      return block.start === undefined ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
    }
    case 'table':
      return <GuideTable head={block.head} rows={block.rows} />;
  }
}

type TableProps = Pick<Extract<Block, { kind: 'table' }>, 'head' | 'rows'>;
const GuideTable = ({ head, rows }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard
  <div className="guide-table" tabIndex={0}>
    <table>
      <thead>
        <tr>
          {keyed(head, (cell) =>
            cell.length === 0 ? (
              <td /> // above the names of the rows: a header without words is none
            ) : (
              <th scope="col">
                <Inlines content={cell} />
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {keyed(rows, (row) => (
          <tr>
            {keyed(row, (cell) => (
              <td>
                <Inlines content={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const LANGUAGES: Readonly<Record<string, CodeLanguage>> = { sh: 'shell', json: 'json', ts: 'javascript', js: 'javascript', php: 'php' };
const ADDED_OR_REMOVED = { '+': 'code-added', '-': 'code-removed' } as const;

function GuideCode({ language, text }: { language: string; text: string }) {
  const { t } = useTranslation();
  return (
    <figure className="code" aria-label={language === '' ? t('Code') : language}>
      <div className="code-head">
        <div className="code-title">{language}</div>
        <CopyButton value={text} label={t('Copy {{what}}', { what: language })} copiedLabel={t('Copied')} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard */}
      <pre dir="ltr" tabIndex={0}>
        <code>{language === 'diff' ? <Diff text={text} /> : <Coloured text={text} language={LANGUAGES[language]} />}</code>
      </pre>
    </figure>
  );
}

const Diff = ({ text }: { text: string }) =>
  keyed(text.split('\n'), (line) => <span className={ADDED_OR_REMOVED[line[0] as '+' | '-']}>{`${line}\n`}</span>);

const Coloured = ({ text, language }: { text: string; language: CodeLanguage | undefined }) =>
  language === undefined
    ? text
    : piecesOf(text, language).map(({ kind, text: piece, at }) => (
        <span key={at} className={kind === 'plain' ? undefined : `code-${kind}`}>
          {piece}
        </span>
      ));
