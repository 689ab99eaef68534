import { TabPanel, Tabs } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { CardSkeletons } from '../../lib/lists/card-skeletons';
import { useList } from '../../lib/lists/list-state';
import { ListView } from '../../lib/lists/list-view';
import { useUrlFilters } from '../../lib/lists/url-filters';
import { usePageTitle } from '../../lib/page-title';
import { filterSchema, TABS, type TransferTab } from './transfer-filters';
import { TransferItem } from './transfer-item';
import { transfersQuery } from './transfers.queries';
import './transfers.css';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';

const tabWord = (t: TFunction, tab: TransferTab): string =>
  ({
    unmatched: t('Unmatched'),
    seen: t('Being confirmed'),
    matched: t('Assigned'),
    ignored: t('Dismissed'),
    reorged: t('Reversed'),
    all: t('All'),
  })[tab];

export default function TransfersScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Unmatched transfers'));
  const url = useUrlFilters(filterSchema);
  const { state } = url.filters;
  const list = useList(url, useQuery(transfersQuery(url.filters)));
  const count = list.rows === undefined || list.isRefetching ? undefined : list.total;
  const isInbox = state === 'unmatched';
  return (
    <>
      {/* The merchant is chosen in the header. */}
      <h1 className="page-title">{t('Unmatched transfers')}</h1>
      <p className="transfers-intro">
        {t('USDT that arrived at your addresses and matches no invoice exactly. It is already yours; here you say what it was for.')}
      </p>
      <Tabs
        label={t('Status')}
        value={state}
        onChange={(chosen) => url.setFilters({ state: chosen })}
        items={TABS.map((tab) => ({ value: tab, label: tabWord(t, tab), ...(tab === state && { count }) }))}
      >
        <TabPanel value={state}>
          <div className="transfers-list">
            <ListView
              list={list}
              failure={t('Your transfers could not be loaded')}
              loading={<CardSkeletons cards={[12, 12]} className="transfers" />}
              look={(transfers) => (
                <ul className="transfers">
                  {transfers.map((transfer) => (
                    <TransferItem key={transfer.id} transfer={transfer} />
                  ))}
                </ul>
              )}
              empty={{
                icon: <Inbox className="icon-lg" aria-hidden="true" />,
                title: isInbox ? t('Nothing to sort out') : t('No transfers here'),
                text: isInbox ? t('Every transfer to your addresses belongs to an invoice.') : t('Other tabs or merchants may have some.'),
              }}
              pager={list.pageCount > 1 && { summary: (figures) => t('Showing {{from}} to {{to}} of {{total}} transfers', figures) }}
            />
          </div>
        </TabPanel>
      </Tabs>
    </>
  );
}
