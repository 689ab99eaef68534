import type { InvoiceDetails } from '@stablegate/contract';
import { Card } from '@stablegate/ui';
import { useTranslation } from '../../../lib/i18n/texts';
import { CopyText, Facts } from './details-facts';

/** What the shop noted on the invoice when it made it. */
export function MetadataCard({ invoice: { metadata } }: { invoice: InvoiceDetails }) {
  const { t } = useTranslation();
  const entries = Object.entries(metadata);
  if (entries.length === 0) return null;
  return (
    <Card title={t('Metadata')}>
      <Facts facts={entries.map(([key, value]) => [key, <CopyText key={key} what={key} value={value} />])} />
    </Card>
  );
}
