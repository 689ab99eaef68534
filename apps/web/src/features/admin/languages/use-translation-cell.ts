import { languageAdminApi, type TranslationEntry } from '@stablegate/contract';
import { LANGUAGE_DEFAULT } from '@stablegate/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/api/api';
import { useTranslation } from '../../../lib/i18n/texts';
import { useAdminAnnounce } from '../announce';
import { keepSaved } from './languages.queries';

const SAVED_MS = 2_000;

/** The field's content: a missing translation is empty, without a fallback. */
const shownValue = ({ missing, translationValue }: TranslationEntry): string => (missing ? '' : translationValue);

/** `kept`: the field was left empty, and has its old text again. */
export type CellState = 'idle' | 'saving' | 'saved' | 'failed' | 'suggesting' | 'kept';

/** One text: edited freely, saved when the field loses focus (specification 2). */
export function useTranslationCell(entry: TranslationEntry, lang: string, original: string) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const announce = useAdminAnnounce();
  const field = useRef<HTMLTextAreaElement>(null);
  const [value, setValue] = useState(shownValue(entry));
  const [state, setState] = useState<CellState>('idle');
  const current = shownValue(entry);
  // The text changed on the server, such as after a retranslation: the field follows.
  useEffect(() => setValue(current), [current]);
  useEffect(() => {
    if (state !== 'saved') return;
    const timer = setTimeout(() => setState('idle'), SAVED_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const edit = (text: string) => {
    setValue(text);
    if (state === 'kept') setState('idle');
  };

  const save = async () => {
    const text = value.trim();
    if (state === 'saving') return;
    if (text === current) {
      if (state === 'failed') setState('idle'); // what was not saved was taken back
      return setValue(current);
    }
    // An empty text would leave readers with nothing: the old one stays.
    if (text === '') {
      setState('kept');
      return setValue(current);
    }
    setState('saving');
    try {
      await call(languageAdminApi.updateValue, { query: { id: entry.id, value: text, lang } });
      keepSaved(client, lang, entry, text);
      setState('saved');
    } catch (error) {
      setState('failed');
      announce.failed(error, t('The translation could not be saved'));
    }
  };

  const suggest = async () => {
    setState('suggesting');
    try {
      const { translation } = await call(languageAdminApi.suggest, {
        body: { text: original, sourceLang: LANGUAGE_DEFAULT, targetLang: lang },
      });
      // An answer without a text is no suggestion: the one in the field stays.
      if (!translation?.trim()) throw new TypeError('the answer has no translation');
      setValue(translation);
      setState('idle');
      // Only a suggestion: it is saved when the user leaves the field.
      field.current?.focus();
    } catch (error) {
      setState('idle');
      announce.failed(error, t('This text could not be translated'));
    }
  };
  return { field, value, edit, state, save, suggest };
}
