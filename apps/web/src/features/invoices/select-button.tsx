import { Button } from '@stablegate/ui';
import { useTranslation } from '../../lib/i18n/texts';
import type { InvoiceListState } from './use-invoice-list';

/** Phones only: a checkbox beside every card would take space that few need. */
export function SelectButton({ list }: { list: InvoiceListState }) {
  const { t } = useTranslation();
  const isLoading = list.rows === undefined && !list.read.isError;
  if (!list.isMobile || (!isLoading && (list.rows?.length ?? 0) === 0)) return null;
  return list.isSelecting ? (
    <Button onClick={list.clearSelection}>{t('Cancel')}</Button>
  ) : (
    <Button onClick={() => list.setSelecting(true)} disabled={isLoading}>
      {t('Select')}
    </Button>
  );
}
