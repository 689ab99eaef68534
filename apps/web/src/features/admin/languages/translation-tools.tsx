import { Checkbox, Select, TextInput } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useDeferredValue, useEffect, useState } from 'react';
import { Flag } from '../../../lib/i18n/flag';
import { formatNumber } from '../../../lib/i18n/format';
import { languagesQuery } from '../../../lib/i18n/i18n';
import { useTranslation } from '../../../lib/i18n/texts';
import { hasFailed } from '../../../lib/lists/load-error';
import { useLoadErrorDialog } from '../announce';
import { AdminLoadError } from '../list/admin-texts';
import { entriesQuery } from './languages.queries';
import { countEntries, waitingText } from './translation-text';
import type { LanguageFilters } from './use-language-filters';

/** Language, number of texts, number of missing ones, and the filters. */
export function TranslationTools({ filters, setFilters }: LanguageFilters) {
  const { t } = useTranslation();
  const languages = useQuery(languagesQuery);
  const failure = t('The list of languages could not be loaded');
  const isSaid = useLoadErrorDialog(languages, failure);
  if (isSaid) return null;
  if (hasFailed(languages)) return <AdminLoadError title={failure} read={languages} />;
  return (
    <div className="translation-tools">
      <Select
        className="translation-language"
        label={t('Language')}
        value={filters.lang}
        onChange={(lang) => setFilters({ lang })}
        options={(languages.data ?? []).map(({ code, name, flag }) => ({
          value: code,
          label: `${name} (${code})`,
          icon: <Flag country={flag} />,
        }))}
      />
      <SearchBox search={filters.search ?? ''} onSearch={(search) => setFilters({ search })} />
      <Checkbox
        label={t('Untranslated only')}
        checked={filters.missing === '1'}
        onChange={(isOn) => setFilters({ missing: isOn ? '1' : undefined })}
      />
      <Progress lang={filters.lang} />
    </div>
  );
}

function SearchBox({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(search);
  // The rows are deferred: a key press is rendered before 50 rows are.
  const settled = useDeferredValue(typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed starts a search
  useEffect(() => {
    if (settled !== search) onSearch(settled);
  }, [settled]);
  // Cleared from outside: by the button that clears the filters.
  useEffect(() => {
    if (search === '') setTyped('');
  }, [search]);
  return (
    <TextInput
      type="search"
      className="translation-search"
      start={<Search className="icon text-subtle" aria-hidden="true" />}
      aria-label={t('Search keys or translations')}
      placeholder={t('Search keys or translations')}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}

function Progress({ lang }: { lang: string }) {
  const { t } = useTranslation();
  const entries = useQuery(entriesQuery(lang)).data;
  // Its line is there before the figures: the table below would jump.
  if (entries === undefined) return <span className="translation-progress" aria-hidden="true" />;
  const { total, missing, waiting } = countEntries(entries);
  return (
    <span className="translation-progress">
      {t('Keys: {{total}}', { total: formatNumber(total) })} ·{' '}
      <span data-missing={missing > 0 || undefined}>{t('{{missing}} not translated', { missing: formatNumber(missing) })}</span>
      {waiting > 0 && (
        <>
          {` · ${t('{{waiting}} waiting for sync', { waiting: formatNumber(waiting) })}`}
          {/* The badges in the list say it only to a pointer. */}
          <span className="block">{waitingText(t)}</span>
        </>
      )}
    </span>
  );
}
