import { TextInput } from '@stablegate/ui';
import { Search } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../../../lib/i18n/texts';

export function useReferenceFilter() {
  const [search, setSearch] = useSearchParams();
  const setQuery = (query: string) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        if (query === '') next.delete('q');
        else next.set('q', query);
        return next;
      },
      { replace: true },
    );
  return { query: search.get('q') ?? '', setQuery };
}

export type ReferenceFilterProps = ReturnType<typeof useReferenceFilter> & { found: number };

export function ReferenceFilter({ query, setQuery, found }: ReferenceFilterProps) {
  const { t } = useTranslation();
  return (
    <div>
      <TextInput
        type="search"
        aria-label={t('Filter calls')}
        placeholder={t('Filter calls')}
        autoComplete="off"
        spellCheck={false}
        start={<Search className="icon-sm text-subtle" aria-hidden="true" />}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <p className="num mt-2 text-caption text-subtle" role="status">
        {found === 1 ? t('1 call') : t('{{number}} calls', { number: found })}
      </p>
    </div>
  );
}
