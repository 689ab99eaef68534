import type { TranslationEntry } from '@stablegate/contract';
import { directionOf } from '@stablegate/rules';
import { Button, classes, Spinner } from '@stablegate/ui';
import { Check, Trash2, WandSparkles } from 'lucide-react';
import { type KeyboardEvent, memo } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import { useDeleteKey } from './use-delete-key';
import { useTranslationCell } from './use-translation-cell';

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

export const TranslationRow = memo(function TranslationRow({ entry, number, lang, original }: TranslationRowProps) {
  const { t } = useTranslation();
  const { field, value, setValue, state, save, suggest } = useTranslationCell(entry, lang, original);
  const { isDeleting, deleteKey } = useDeleteKey(entry);
  return (
    <tr>
      <td className="admin-index num">{number}</td>
      <th scope="row">
        <English className="translation-key" text={entry.translationKey} />
        {original !== entry.translationKey && <English className="translation-original" text={original} />}
      </th>
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
            placeholder={t('Not translated')}
            value={value}
            onChange={(event) => setValue(event.target.value)}
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
      </td>
      <td data-align="end">
        <div className="flex justify-end gap-2">
          <Button
            size="sm"
            busy={state === 'suggesting'}
            icon={<WandSparkles className="icon-sm" aria-hidden="true" />}
            aria-label={t('Suggest: {{key}}', { key: entry.translationKey })}
            onClick={() => void suggest()}
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
