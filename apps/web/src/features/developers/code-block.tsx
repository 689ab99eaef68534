import { CopyButton } from '@stablegate/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type CodeLanguage, piecesOf } from './highlight';

export type CodeBlockProps = {
  /** What it shows, for the eye and for screen readers. */
  title: string;
  code: string;
  language: CodeLanguage;
  /** In place of the title, such as tabs. */
  head?: ReactNode;
};

export function CodeBlock({ title, code, language, head }: CodeBlockProps) {
  const { t } = useTranslation();
  return (
    <figure className="code" aria-label={title}>
      <div className="code-head">
        <div className="code-title">{head ?? title}</div>
        <CopyButton value={code} label={t('Copy {{what}}', { what: title })} copiedLabel={t('Copied')} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard */}
      <pre dir="ltr" tabIndex={0}>
        <code>
          {piecesOf(code, language).map(({ kind, text, at }) =>
            kind === 'plain' ? (
              text
            ) : (
              <span key={at} className={`code-${kind}`}>
                {text}
              </span>
            ),
          )}
        </code>
      </pre>
    </figure>
  );
}
