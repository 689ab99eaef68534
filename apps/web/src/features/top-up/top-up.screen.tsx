import { TabPanel, Tabs } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePageTitle } from '../../lib/page-title';
import { useScreenTabs } from '../../lib/screen';
import { depositsQuery, NEWEST } from './deposits.queries';
import { type Draft, DraftContext, EMPTY_DRAFT } from './draft';
import { METHOD_DEFAULT, readMethod } from './methods';
import './top-up.css';
import { useTranslation } from '../../lib/i18n/texts';

export default function TopUpScreen() {
  const { t, language } = useTranslation();
  usePageTitle(t('Top Up'));
  const tabs = useScreenTabs('/top-up');
  const [search, setSearch] = useSearchParams();
  const { data: newest } = useQuery(depositsQuery(NEWEST));
  const draft = useState<Draft>(() => ({ ...EMPTY_DRAFT, method: readMethod(search.get('method')) }));
  const [{ method }] = draft;
  const isChosen = method !== METHOD_DEFAULT;
  const tab = tabs.find(({ value }) => value === search.get('tab')) ?? tabs[0];
  // Specification 1: no method on the invoice tab, however it was opened.
  const isMethodStale = tab?.value === 'invoice' && search.has('method');
  useEffect(() => {
    if (isMethodStale) setSearch((before) => [...before].filter(([name]) => name !== 'method'), { replace: true });
  }, [isMethodStale, setSearch]);
  if (tab === undefined) return null;
  const total = newest?.totalElements ?? 0;
  const count = total === 0 ? undefined : new Intl.NumberFormat(language).format(total);
  return (
    <>
      <h1 className="page-title mb-2">{t('Top Up')}</h1>
      <Tabs
        label={t('Top Up')}
        value={tab.value}
        // Specification 1: the URL is replaced; parameters of the other tab, such as the method, are dropped. What was chosen comes back
        // with its tab, so that the address says what is shown.
        onChange={(value) => setSearch({ tab: value, ...(value === 'payment-method' && isChosen && { method }) }, { replace: true })}
        items={tabs.map(({ value, label }) => ({ value, label: t(label), ...(value === 'invoice' && count !== undefined && { count }) }))}
      >
        <TabPanel value={tab.value} className="pt-6">
          <Suspense fallback={null}>
            <DraftContext value={draft}>
              <tab.Panel />
            </DraftContext>
          </Suspense>
        </TabPanel>
      </Tabs>
    </>
  );
}
