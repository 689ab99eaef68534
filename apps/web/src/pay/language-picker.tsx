import type { Language } from '@stablegate/contract';
import { useEffect, useState } from 'react';
import { languagesOf } from '../lib/i18n/languages-of';
import { useTranslation } from '../lib/i18n/texts';
import { logWarning } from '../lib/log';
import { Icon } from './icons';
import { useFilledBefore } from './live/hydrated';
import { changeLanguage, showStoredLanguage, t } from './texts';

async function fetchLanguages(signal: AbortSignal): Promise<Language[]> {
  const response = await fetch('/api/v1/auth/translations/languages', { signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return languagesOf(await response.json());
}

const show = (shown: Promise<void>) => void shown.catch((error: unknown) => logWarning('Failed to load translations:', error));

/** Asked for where the server has not written them into the page. Specification 2, section 8: a failure is only logged. */
function useLanguages(first: readonly Language[] | undefined) {
  const [languages, setLanguages] = useState(first ?? []);
  const [tries, setTries] = useState(0);
  const [isFailed, setFailed] = useState(false);
  const isGiven = first !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks again
  useEffect(() => {
    if (isGiven) return;
    const stop = new AbortController();
    fetchLanguages(stop.signal).then(
      (list) => {
        setLanguages(list);
        setFailed(false);
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        logWarning('Failed to load the languages:', error);
        setFailed(true);
      },
    );
    return () => stop.abort();
  }, [isGiven, tries]);
  return { languages, isFailed, retry: () => setTries(tries + 1) };
}

/** A native select: it works with every keyboard, screen reader and thumb. Without the list of languages it offers to ask again. */
export function LanguagePicker({ first }: { first: readonly Language[] | undefined }) {
  const { language } = useTranslation();
  const { languages, isFailed, retry } = useLanguages(first);
  const field = useFilledBefore<HTMLSelectElement>(({ value }) => show(value === language ? showStoredLanguage() : changeLanguage(value)));
  const current = languages.find(({ code }) => code === language);
  if (isFailed) {
    return (
      <button type="button" className="lang" title={t('The languages could not be loaded.')} onClick={retry}>
        {language.toUpperCase()} · {t('Retry')}
      </button>
    );
  }
  if (current === undefined) return null;
  return (
    <label className="lang">
      <img className="flag" src={`/flags/${current.flag}.svg`} alt="" width={18} height={13} />
      <span aria-hidden="true">{current.code.toUpperCase()}</span>
      <Icon name="chevron" size="icon-sm" />
      <select ref={field} aria-label={t('Language')} value={language} onChange={(event) => show(changeLanguage(event.target.value))}>
        {languages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
