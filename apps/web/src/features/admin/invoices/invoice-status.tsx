import type { AdminInvoice } from '@stablegate/contract';
import { Badge, StatusBadge, type StatusLook } from '@stablegate/ui';
import { useTranslation } from '../../../lib/i18n/texts';

type Look = { look: StatusLook; word: string };

/** Specification 2, section 4: the badges of payment invoices and their aliases. Failed stays red: it is no plain expiry. */
const looks: Readonly<Record<AdminInvoice['status'], Look>> = {
  WAITING: { look: 'waiting', word: 'Waiting' },
  PROCESSING: { look: 'processing', word: 'Processing' },
  SUCCESS: { look: 'success', word: 'Success' },
  EXPIRED: { look: 'expired', word: 'Expired' },
  FAILED: { look: 'failed', word: 'Failed' },
};

export function InvoiceStatus({ status }: { status: AdminInvoice['status'] }) {
  const { t } = useTranslation();
  const known: Look | undefined = looks[status];
  if (known === undefined) return <Badge>{status || 'N/A'}</Badge>;
  return <StatusBadge look={known.look}>{t(known.word)}</StatusBadge>;
}
