import type { Language } from '@stablegate/contract';
import { useEffect, useState } from 'react';
import { languagesOf } from '../lib/i18n/languages-of';
import { useTranslation } from '../lib/i18n/texts';
import { Icon } from './icons';
import { useFilledBefore } from './live/taken-over';
import { changeLanguage, showStoredLanguage, t } from './texts';

async function fetchLanguages(signal: AbortSignal): Promise<Language[]> {
  const response = await fetch('/api/v1/auth/translations/languages', { signal });
  return response.ok ? languagesOf(await response.json()) : [];
}

/** A native select: it works with every keyboard, screen reader and thumb. Without the list of languages it is hidden. */
export function LanguagePicker({ first }: { first: readonly Language[] | undefined }) {
  const { language } = useTranslation();
  const [languages, setLanguages] = useState<readonly Language[]>(first ?? []);
  const isGiven = first !== undefined;
  useEffect(() => {
    if (isGiven) return;
    const stop = new AbortController();
    fetchLanguages(stop.signal).then(setLanguages, () => {});
    return () => stop.abort();
  }, [isGiven]);
  const show = (shown: Promise<void>) => void shown.catch(() => {});
  const field = useFilledBefore<HTMLSelectElement>(({ value }) => show(value === language ? showStoredLanguage() : changeLanguage(value)));
  const current = languages.find(({ code }) => code === language);
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
