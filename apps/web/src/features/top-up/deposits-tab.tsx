import { depositsApi, type ExportFormat } from '@stablegate/contract';
import { Button, popup, Select } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { WalletMinimal } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { download } from '../../lib/api/download';
import { useSaveFile } from '../../lib/api/use-save-file';
import { useTranslation } from '../../lib/i18n/texts';
import { ExportMenu } from '../../lib/lists/export-menu';
import { useList } from '../../lib/lists/list-state';
import { ListView } from '../../lib/lists/list-view';
import { pageFilters } from '../../lib/lists/page-filters';
import { useUrlFilters } from '../../lib/lists/url-filters';
import { IfMay } from '../../lib/session/if-may';
import { BankDialog } from './bank/bank-dialog';
import { type BankDetails, bankDetails } from './bank/open-transfer';
import { DepositCard, depositColumns } from './deposit-row';
import { type DepositPage, depositsQuery } from './deposits.queries';
import type { OwnDeposit } from './read-deposit';
import { useFreshBalance } from './use-deposit-status';

/** Specification 1, section 9. */
const SIZES = [5, 10, 20, 50, 100, 500, 1000] as const;
const SIZE_DEFAULT = 10;
const filterSchema = z.object({
  date: z.enum(['1', '2', '3']).optional(),
  ...pageFilters(SIZES, SIZE_DEFAULT),
});

const PERIODS = { all: 'All time', 1: 'Today', 2: 'This week', 3: 'This month' } as const;
type Period = keyof typeof PERIODS;

export default function DepositsTab() {
  const { t } = useTranslation();
  const [, setSearch] = useSearchParams();
  const url = useUrlFilters(filterSchema);
  const deposits = useQuery(depositsQuery(url.filters));
  useFreshBalance(deposits.data?.content);
  const list = useList(url, deposits);
  const saving = useSaveFile((format: ExportFormat) =>
    download(depositsApi.export, { query: { format, date: url.filters.date } }, `top-ups.${format}`),
  );
  const [shown, setShown] = useState<BankDetails>();
  const open = (deposit: OwnDeposit) => {
    const details = bankDetails(deposit);
    if (details !== undefined) setShown(details);
    else void popup({ icon: 'error', title: t('No URL Found'), text: t('This invoice has no redirect URL'), buttonLabel: t('OK') });
  };
  return (
    <>
      <div className="deposit-tools">
        <PeriodSelect value={url.filters.date} onChange={(date) => url.setFilters({ date })} />
        <IfMay permission="export">
          <ExportMenu total={list.total} isBusy={saving.isPending} onExport={(format) => saving.mutate(format)} />
        </IfMay>
      </div>
      <ListView
        list={list}
        failure={t('Your top-ups could not be loaded')}
        look={{
          caption: t('Top-up history'),
          columns: depositColumns(t, open),
          rowKey: ({ id }) => id,
          card: (deposit) => <DepositCard deposit={deposit} onOpen={open} />,
          skeletonRows: 5,
        }}
        empty={{
          icon: <WalletMinimal className="icon-lg" aria-hidden="true" />,
          title: t('No top-ups yet'),
          text: t('Fees of your invoices are taken from a balance that you fill here.'),
          actions: (
            <Button variant="primary" onClick={() => setSearch({ tab: 'payment-method' }, { replace: true })}>
              {t('Add Funds')}
            </Button>
          ),
        }}
        noMatch={{ title: t('No top-ups found'), text: t('None were made in this period.'), clearLabel: t('Show all') }}
        pager={{ sizes: SIZES }}
      />
      <BankDialog details={shown} within={url.filters} onClose={() => setShown(undefined)} />
    </>
  );
}

function PeriodSelect({ value, onChange }: { value: DepositPage['date']; onChange: (date: '1' | '2' | '3' | undefined) => void }) {
  const { t } = useTranslation();
  return (
    <Select
      label={t('Date')}
      className="period-select"
      value={value === undefined || value === '' ? 'all' : value}
      onChange={(period) => onChange(period === 'all' ? undefined : period)}
      options={(['all', '1', '2', '3'] as const).map((period) => ({ value: period, label: t(PERIODS[period as Period]) }))}
    />
  );
}
