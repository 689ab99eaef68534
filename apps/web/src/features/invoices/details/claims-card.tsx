import type { InvoiceClaim, InvoiceDetails } from '@stablegate/contract';
import { Amount, Button } from '@stablegate/ui';
import { ClaimBadge } from '../../../lib/claim-badge';
import { useTranslation } from '../../../lib/i18n/texts';
import { NetworkName } from '../../../lib/networks/network-name';
import { TimeAgo } from '../../../lib/time/time-ago';
import { TransactionHash } from '../../../lib/transaction-hash';
import { useAssignClaimed } from './use-invoice-actions';

/** Transactions that the customer named on the payment page, with their amounts. */
export function ClaimsCard({ invoice }: { invoice: InvoiceDetails }) {
  const { t } = useTranslation();
  if (invoice.claims.length === 0) return null;
  return (
    <section>
      <h2 className="details-heading">{t('Reported by the customer')}</h2>
      <p className="claims-intro">
        {t('Somebody reported these transactions on the payment page. Hashes are public: only a signed one proves who sent it.')}
      </p>
      <ul className="card claims">
        {invoice.claims.map((claim) => (
          <Claim key={`${claim.network}${claim.txHash}`} claim={claim} invoice={invoice} />
        ))}
      </ul>
    </section>
  );
}

function Claim({ claim, invoice }: { claim: InvoiceClaim; invoice: InvoiceDetails }) {
  const { t } = useTranslation();
  const { network, txHash, at, signed, transfers } = claim;
  return (
    <li>
      <div className="claim-what">
        <TransactionHash network={network} txHash={txHash} />
        <span className="dotted claim-origin">
          <span>
            <NetworkName network={network} />
          </span>
          <span>
            <TimeAgo at={at} clock="business" />
          </span>
        </span>
      </div>
      <ClaimBadge signed={signed} />
      <div className="claim-money">
        {transfers.length === 0 && <span className="text-muted">{t('Not read yet')}</span>}
        {transfers.map((transfer) => (
          <Claimed key={transfer.id} transfer={transfer} invoice={invoice} />
        ))}
      </div>
    </li>
  );
}

function Claimed({ transfer, invoice }: { transfer: InvoiceClaim['transfers'][number]; invoice: InvoiceDetails }) {
  const { t } = useTranslation();
  const assign = useAssignClaimed(invoice, transfer.id);
  const isHere = invoice.transfers.some(({ id }) => id === transfer.id);
  const words = {
    seen: t('Being confirmed'),
    matched: isHere ? t('Counts for this invoice') : t('Counts for another invoice'),
    ignored: t('Dismissed'),
    reorged: t('Reversed'),
  };
  return (
    <div className="claimed">
      <Amount className="font-medium" value={transfer.amount} decimals={6} unit="USDT" />
      {transfer.state === 'unmatched' ? (
        <Button size="sm" busy={assign.isPending} onClick={() => assign.mutate(invoice.paid)}>
          {t('Assign to this invoice')}
        </Button>
      ) : (
        <span className="text-muted">{words[transfer.state]}</span>
      )}
    </div>
  );
}
