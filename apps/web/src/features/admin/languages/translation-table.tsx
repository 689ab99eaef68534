import type { TranslationEntry } from '@stablegate/contract';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { localList } from '../../../lib/lists/list-state';
import { ListView } from '../../../lib/lists/list-view';
import { useAnnounceLoadError } from '../announce';
import { AdminLoading } from '../list/admin-list';
import { adminPager } from '../list/admin-pages';
import { useAdminTexts } from '../list/admin-texts';
import { englishQuery, entriesQuery } from './languages.queries';
import { TranslationRow } from './translation-row';
import { findEntries, originalOf } from './translation-text';
import type { LanguageFilters } from './use-language-filters';

/** Rows per page: with all 1,500 of them every key press would wait for the layout. */
const TEXTS_A_PAGE = 50;

export function TranslationTable({ filters, setFilters }: LanguageFilters) {
  const { t } = useTranslation();
  const { lang, search = '', missing, page } = filters;
  const entries = useQuery(entriesQuery(lang));
  useAnnounceLoadError(entries, t('Không thể tải bản dịch'));
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
  return (
    <ListView
      list={list}
      texts={useAdminTexts()}
      failure={t('Không thể tải bản dịch')}
      loading={<AdminLoading />}
      look={(rows) => <Page lang={lang} entries={rows} from={list.page * TEXTS_A_PAGE} />}
      empty={{ bare: true, icon: <SearchX className="icon-lg" aria-hidden="true" />, title: t('Không có bản dịch nào') }}
      noMatch={{
        bare: true,
        title: t('Không có bản dịch nào'),
        text: t('Không có dòng nào khớp với bộ lọc.'),
        clearLabel: t('Xóa bộ lọc'),
      }}
      pager={adminPager(list)}
    />
  );
}

function Page({ lang, entries, from }: { lang: string; entries: readonly TranslationEntry[]; from: number }) {
  const { t } = useTranslation();
  const english = useQuery(englishQuery).data;
  return (
    <section className="table-scroll" aria-label={t('Bản dịch')}>
      <table className="data-table translation-table">
        <caption className="sr-only">{t('Bản dịch')}</caption>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{t('Key')}</th>
            <th scope="col">{t('Bản dịch')}</th>
            <th scope="col">
              <span className="sr-only">{t('Thao tác')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => (
            <Row key={`${lang}-${entry.id}`} entry={entry} number={from + index + 1} lang={lang} english={english} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type RowProps = { entry: TranslationEntry; number: number; lang: string; english: Readonly<Record<string, string>> | undefined };

function Row({ entry, english, ...rest }: RowProps) {
  const original = useMemo(() => originalOf(entry.translationKey, english), [entry.translationKey, english]);
  return <TranslationRow entry={entry} original={original} {...rest} />;
}
