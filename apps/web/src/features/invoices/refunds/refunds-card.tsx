import type { InvoiceDetails, RefundOverview } from '@stablegate/contract';
import { Button, Skeleton } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { shownAmount, withUnit } from '../../../lib/i18n/format';
import { useTranslation } from '../../../lib/i18n/texts';
import { LoadError } from '../../../lib/lists/load-error';
import { useMay } from '../../../lib/session/use-may';
import { RefundDialog } from './refund-dialog';
import { RefundItem } from './refund-item';
import { refundsQuery } from './refunds.queries';
import './refunds.css';

/** What was sent back of the invoice's payments, and the way to do so. */
export function RefundsCard({ invoice }: { invoice: InvoiceDetails }) {
  const { t } = useTranslation();
  // Without a payment that stayed there is nothing to refund.
  if (invoice.transfers.length === 0 || invoice.status === 'FAILED') return null;
  return (
    <section>
      <h2 className="details-heading">{t('Refunds to the customer')}</h2>
      <Loaded invoice={invoice} />
    </section>
  );
}

function Loaded({ invoice }: { invoice: InvoiceDetails }) {
  const { t } = useTranslation();
  const refunds = useQuery(refundsQuery(invoice.transId));
  if (refunds.data !== undefined)
    return (
      <div className="card refunds">
        <Refunds invoice={invoice} overview={refunds.data} />
      </div>
    );
  if (!refunds.isPending) return <LoadError title={t('The refunds could not be loaded')} read={refunds} />;
  return (
    <div className="card refunds" aria-busy="true">
      <div className="refunds-head">
        <Skeleton width="lg" />
        <Skeleton width="md" />
      </div>
    </div>
  );
}

function Refunds({ invoice, overview }: { invoice: InvoiceDetails; overview: RefundOverview }) {
  const { t } = useTranslation();
  const mayAct = useMay('invoices');
  const [isPlanning, setPlanning] = useState(false);
  const { refunds, suggestions, received, refunded } = overview;
  return (
    <>
      <div className="refunds-head">
        <p className="text-muted">
          {refunds.length > 0
            ? withUnit(
                t('Refunded {{refunded}} of {{received}} USDT', { refunded: shownAmount(refunded, 4), received: shownAmount(received, 4) }),
              )
            : suggestions.length > 0
              ? t(
                  'Nothing has been refunded yet. You send a refund from your own wallet; we check it on the blockchain and record it here.',
                )
              : t('A payment can be refunded once it is final.')}
        </p>
        {mayAct && suggestions.length > 0 && (
          <Button icon={<Undo2 className="icon flip" aria-hidden="true" />} onClick={() => setPlanning(true)}>
            {t('Refund')}
          </Button>
        )}
      </div>
      {refunds.length > 0 && (
        <ul className="refund-list">
          {refunds.map((refund) => (
            <RefundItem key={refund.id} invoice={invoice} refund={refund} />
          ))}
        </ul>
      )}
      <RefundDialog isOpen={isPlanning} invoice={invoice} overview={overview} onClose={() => setPlanning(false)} />
    </>
  );
}
