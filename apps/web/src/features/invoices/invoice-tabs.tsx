import { EXPIRED_OR_FAILED, type InvoiceCounts, type InvoiceStatus, STATUS_BY_NUMBER } from '@stablegate/contract';
import { TabPanel, Tabs } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { invoiceCountsQuery } from '../../lib/api/invoices.queries';
import { useTranslation } from '../../lib/i18n/texts';
import { statusWord } from '../../lib/invoice-status';
import type { Filters } from './invoice-filters';

/** Specification 2, in its order. */
const TABS = ['ALL', 'SUCCESS', 'WAITING', 'PROCESSING', 'EXPIRED'] as const;
type Tab = (typeof TABS)[number];

const isNumbered = (status: string): status is keyof typeof STATUS_BY_NUMBER => status in STATUS_BY_NUMBER;
function named(status: NonNullable<Filters['status']>): InvoiceStatus | '' {
  if (status === EXPIRED_OR_FAILED) return 'EXPIRED';
  return isNumbered(status) ? STATUS_BY_NUMBER[status] : status;
}
/** Failed invoices are among the expired ones, as in the merchant API: the tabs add up to All. */
const COUNTED: Readonly<Record<Exclude<Tab, 'ALL'>, readonly InvoiceStatus[]>> = {
  SUCCESS: ['SUCCESS'],
  WAITING: ['WAITING'],
  PROCESSING: ['PROCESSING'],
  EXPIRED: ['EXPIRED', 'FAILED'],
};

export function tabOf(status: Filters['status']): Tab {
  const wanted = named(status ?? '');
  return TABS.find((tab) => tab !== 'ALL' && COUNTED[tab].some((each) => each === wanted)) ?? 'ALL';
}

export const countOf = (tab: Tab, { total, byStatus }: InvoiceCounts): number =>
  tab === 'ALL' ? total : COUNTED[tab].reduce((sum, status) => sum + (byStatus[status] ?? 0), 0);

export type InvoiceTabsProps = {
  filters: Filters;
  /** By more than the status. */
  isNarrowed: boolean;
  onChange: (change: Partial<Filters>) => void;
  children: ReactNode;
};

/** The counts cover all invoices: beside a list that other filters narrow they would contradict it. */
export function InvoiceTabs({ filters, isNarrowed, onChange, children }: InvoiceTabsProps) {
  const { t, language } = useTranslation();
  const { data: counts } = useQuery(invoiceCountsQuery);
  const shownCount = (tab: Tab) => (isNarrowed ? undefined : counts && new Intl.NumberFormat(language).format(countOf(tab, counts)));
  return (
    <Tabs
      label={t('Status')}
      value={tabOf(filters.status)}
      onChange={(tab) => onChange({ status: tab === 'ALL' ? undefined : tab })}
      items={TABS.map((tab) => ({ value: tab, label: tab === 'ALL' ? t('All') : statusWord(t, tab), count: shownCount(tab) }))}
    >
      <TabPanel value={tabOf(filters.status)}>{children}</TabPanel>
    </Tabs>
  );
}
