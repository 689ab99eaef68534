import type { TranslationEntry } from '@stablegate/contract';
import { directionOf } from '@stablegate/rules';
import { Button, classes, Hint, Spinner, StatusBadge } from '@stablegate/ui';
import { Check, Trash2, WandSparkles } from 'lucide-react';
import { type KeyboardEvent, memo, useId } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import { waitingText } from './translation-text';
import { useDeleteKey } from './use-delete-key';
import { type CellState, useTranslationCell } from './use-translation-cell';

export type TranslationRowProps = { entry: TranslationEntry; number: number; lang: string; original: string };

/** Enter leaves the field, which saves it: texts on screens have no line breaks. */
const leaveOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.blur();
};

const English = ({ className, text }: { className: string; text: string }) => (
  <bdi className={className} lang="en" dir="ltr">
    {text}
  </bdi>
);

function KeyCell({ entry: { translationKey, waiting }, original }: Pick<TranslationRowProps, 'entry' | 'original'>) {
  const { t } = useTranslation();
  return (
    <th scope="row" className="translation-key-cell">
      <English className="translation-key" text={translationKey} />
      {original !== translationKey && <English className="translation-original" text={original} />}
      {waiting && (
        <span className="translation-waiting" title={waitingText(t)}>
          <StatusBadge look="waiting" wraps>
            {t('Waiting for sync')}
          </StatusBadge>
        </span>
      )}
    </th>
  );
}

type CellProps = Pick<TranslationRowProps, 'entry' | 'lang'> & { cell: ReturnType<typeof useTranslationCell> };

function TextCell({ entry, lang, cell: { field, value, edit, state, save } }: CellProps) {
  const { t } = useTranslation();
  const noteId = useId();
  const notes: Partial<Record<CellState, string>> = {
    kept: t('A translation cannot be empty. The previous text was kept.'),
    failed: t('The translation could not be saved'),
  };
  const note = notes[state];
  return (
    <td className="translation-cell">
      <div
        className={classes('input', entry.missing && value === '' && 'translation-missing')}
        data-invalid={state === 'failed' || undefined}
      >
        <textarea
          ref={field}
          rows={1}
          lang={lang}
          dir={directionOf(lang)}
          aria-label={entry.translationKey}
          aria-invalid={state === 'failed' || undefined}
          aria-describedby={note && noteId}
          placeholder={t('Not translated')}
          value={value}
          onChange={(event) => edit(event.target.value)}
          onBlur={() => void save()}
          onKeyDown={leaveOnEnter}
        />
        <span className="translation-state" role="status">
          {state === 'saving' && <Spinner size="sm" label={t('Saving')} />}
          {state === 'saved' && (
            <>
              <Check className="icon-sm" aria-hidden="true" />
              {t('Saved')}
            </>
          )}
        </span>
      </div>
      {note !== undefined && (
        <Hint tone="danger" id={noteId} role="alert">
          {note}
        </Hint>
      )}
    </td>
  );
}

export const TranslationRow = memo(function TranslationRow({ entry, number, lang, original }: TranslationRowProps) {
  const { t } = useTranslation();
  const cell = useTranslationCell(entry, lang, original);
  const { isDeleting, deleteKey } = useDeleteKey(entry);
  return (
    <tr data-removable={entry.removable || undefined}>
      <td className="admin-index num">{number}</td>
      <KeyCell entry={entry} original={original} />
      <TextCell entry={entry} lang={lang} cell={cell} />
      <td className="translation-actions" data-align="end">
        <div className="flex justify-end gap-2">
          <Button
            size="sm"
            busy={cell.state === 'suggesting'}
            icon={<WandSparkles className="icon-sm" aria-hidden="true" />}
            aria-label={t('Suggest: {{key}}', { key: entry.translationKey })}
            onClick={() => void cell.suggest()}
          >
            {t('Suggest')}
          </Button>
          {entry.removable && (
            <Button
              size="sm"
              variant="danger"
              busy={isDeleting}
              icon={<Trash2 className="icon-sm" aria-hidden="true" />}
              aria-label={t('Delete key: {{key}}', { key: entry.translationKey })}
              onClick={() => void deleteKey()}
            >
              {t('Delete')}
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
});
