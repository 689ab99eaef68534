import type { TranslationEntry } from '@stablegate/contract';
import { Button, EmptyState, Spinner } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminLoadError } from '../list/admin-load-error';
import { AdminPager } from '../list/admin-pager';
import { englishQuery, entriesQuery } from './languages.queries';
import { TranslationRow } from './translation-row';
import { findEntries, originalOf } from './translation-text';
import type { LanguageFilters } from './use-language-filters';

/** Rows that are drawn at once: with all 1,500 of them every key press would wait for the layout. */
const PAGE_SIZE = 50;

export function TranslationTable({ filters, setFilters }: LanguageFilters) {
  const { t } = useTranslation();
  const { lang, search = '', missing, page } = filters;
  const entries = useQuery(entriesQuery(lang));
  const found = useMemo(
    () => entries.data && findEntries(entries.data, { search, missingOnly: missing === '1' }),
    [entries.data, search, missing],
  );
  if (entries.isError && found === undefined) {
    return (
      <AdminLoadError
        title={t('Không thể tải bản dịch')}
        error={entries.error}
        onRetry={() => void entries.refetch()}
        isRetrying={entries.isFetching}
      />
    );
  }
  if (found === undefined) {
    return (
      <div className="admin-loading" role="status">
        <span className="appear-late flex items-center gap-2">
          <Spinner />
          {t('Đang tải dữ liệu...')}
        </span>
      </div>
    );
  }
  const totalPages = Math.ceil(found.length / PAGE_SIZE);
  const shownPage = Math.min(page, Math.max(0, totalPages - 1));
  return found.length === 0 ? (
    <EmptyState
      bare
      icon={<SearchX className="icon-lg" aria-hidden="true" />}
      title={t('Không có bản dịch nào')}
      {...((search !== '' || missing === '1') && {
        text: t('Không có dòng nào khớp với bộ lọc.'),
        actions: <Button onClick={() => setFilters({ search: undefined, missing: undefined })}>{t('Xóa bộ lọc')}</Button>,
      })}
    />
  ) : (
    <>
      <Page lang={lang} entries={found.slice(shownPage * PAGE_SIZE, (shownPage + 1) * PAGE_SIZE)} from={shownPage * PAGE_SIZE} />
      <AdminPager
        page={shownPage}
        data={{ totalPages, totalElements: found.length }}
        onPage={(next) => {
          setFilters({ page: next });
          document.querySelector('.translation-table')?.scrollIntoView({ block: 'nearest' });
        }}
      />
    </>
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
