import { CopyButton } from '@stablegate/ui';
import { useTranslation } from '../../lib/i18n/texts';
import { type CodeLanguage, piecesOf } from './highlight';
import { useFilledIn } from './try-it/own-store';

export type CodeBlockProps = {
  title: string;
  code: string;
  language: CodeLanguage;
  /** Accessible name, where the title alone is ambiguous. */
  name?: string;
};

export function CodeBlock({ title, name = title, code, language }: CodeBlockProps) {
  const { t } = useTranslation();
  const { shown, whole } = useFilledIn(code);
  return (
    <figure className="code" aria-label={name}>
      <div className="code-head">
        <div className="code-title">{title}</div>
        <CopyButton value={whole} label={t('Copy {{what}}', { what: name })} copiedLabel={t('Copied')} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard */}
      <pre dir="ltr" tabIndex={0}>
        <code>
          {piecesOf(shown, language).map(({ kind, text, at }) =>
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
