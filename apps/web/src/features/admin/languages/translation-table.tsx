import type { TranslationEntry } from '@stablegate/contract';
import { TableScroll } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import { localList } from '../../../lib/lists/list-state';
import { ListView } from '../../../lib/lists/list-view';
import { useLoadErrorDialog } from '../announce';
import { AdminLoading } from '../list/admin-list';
import { adminPager } from '../list/admin-pages';
import { useAdminTexts } from '../list/admin-texts';
import { englishQuery, entriesQuery } from './languages.queries';
import { TranslationRow } from './translation-row';
import { findEntries } from './translation-text';
import type { LanguageFilters } from './use-language-filters';

/** Rows per page: with all 1,500 of them every key press would wait for the layout. */
const TEXTS_A_PAGE = 50;

export function TranslationTable({ filters, setFilters }: LanguageFilters) {
  const { t } = useTranslation();
  const { lang, search = '', missing, page } = filters;
  const entries = useQuery(entriesQuery(lang));
  const texts = useAdminTexts();
  const failure = t('The translations could not be loaded');
  const isSaid = useLoadErrorDialog(entries, failure);
  const found = useMemo(
    () => entries.data && findEntries(entries.data, { search, missingOnly: missing === '1' }),
    [entries.data, search, missing],
  );
  const list = localList(
    entries,
    found,
    { isFiltered: search !== '' || missing === '1', clear: () => setFilters({ search: undefined, missing: undefined }) },
    {
      page,
      size: TEXTS_A_PAGE,
      goTo: (position) => {
        setFilters(position);
        document.querySelector('.translation-table')?.scrollIntoView({ block: 'nearest' });
      },
    },
  );
  if (isSaid) return null;
  return (
    <ListView
      list={list}
      texts={texts}
      failure={failure}
      loading={<AdminLoading />}
      look={(rows) => <Page lang={lang} entries={rows} from={list.page * TEXTS_A_PAGE} />}
      empty={{ bare: true, icon: <SearchX className="icon-lg" aria-hidden="true" />, title: t('No translations found') }}
      noMatch={{
        bare: true,
        title: t('No translations found'),
        text: t('No rows match the filters.'),
        clearLabel: t('Clear filters'),
      }}
      pager={adminPager(list)}
    />
  );
}

function Page({ lang, entries, from }: { lang: string; entries: readonly TranslationEntry[]; from: number }) {
  const { t } = useTranslation();
  const english = useQuery(englishQuery).data;
  return (
    <TableScroll label={t('Translation')}>
      <table className="data-table translation-table">
        <caption className="sr-only">{t('Translation')}</caption>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{t('Key')}</th>
            <th scope="col">{t('Translation')}</th>
            <th scope="col">
              <span className="sr-only">{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => (
            // By its key: a text has another id than the key that waited for it, and its field stays.
            <Row key={`${lang}-${entry.translationKey}`} entry={entry} number={from + index + 1} lang={lang} english={english} />
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

type RowProps = { entry: TranslationEntry; number: number; lang: string; english: Readonly<Record<string, string>> | undefined };

function Row({ entry, english, ...rest }: RowProps) {
  const original = english?.[entry.translationKey] ?? entry.translationKey;
  return <TranslationRow entry={entry} original={original} {...rest} />;
}
