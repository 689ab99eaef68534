import type { InboxTransfer, TransferClaim } from '@stablegate/contract';
import { Button } from '@stablegate/ui';
import { Link } from 'react-router';
import { ClaimBadge } from '../../lib/claim-badge';
import { useTranslation } from '../../lib/i18n/texts';
import { detailsHref } from '../../lib/lists/invoice-columns';
import { useMay } from '../../lib/session/use-may';
import { TimeAgo } from '../../lib/time/time-ago';
import type { TransferActions } from './use-transfer-actions';

type ClaimsProps = { transfer: InboxTransfer; actions: TransferActions };

/** The invoices for which this transfer was claimed on a payment page. */
export function Claims({ transfer, actions }: ClaimsProps) {
  const { t } = useTranslation();
  if (transfer.claims.length === 0) return null;
  return (
    <ul className="transfer-claims" aria-label={t('Reported by the customer')}>
      {transfer.claims.map((claim) => (
        <Claim key={claim.transId} claim={claim} transfer={transfer} actions={actions} />
      ))}
    </ul>
  );
}

function Claim({ claim: { transId, name, at, signed }, transfer, actions: { assign, isBusy } }: ClaimsProps & { claim: TransferClaim }) {
  const { t } = useTranslation();
  const mayAssign = useMay('invoices');
  // Likely invoices are assigned there, with the due amount beside them.
  const isOffered = transfer.state !== 'unmatched' || transfer.candidates.some((candidate) => candidate.transId === transId);
  return (
    <li>
      <span className="transfer-claim">
        <span className="text-muted">{t('The customer says it is for')}</span>
        <Link to={detailsHref(transId)} className="link font-medium">
          {name}
        </Link>
        <span className="text-caption text-muted">
          <TimeAgo at={at} clock="business" />
        </span>
      </span>
      <ClaimBadge signed={signed} />
      {mayAssign && !isOffered && (
        <Button
          size="sm"
          disabled={isBusy}
          aria-label={t('Assign to {{name}}', { name })}
          onClick={() => assign.mutate({ transId, paid: undefined })}
        >
          {t('Assign')}
        </Button>
      )}
    </li>
  );
}
