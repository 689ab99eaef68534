import type { InboxTransfer, TransferCandidate } from '@stablegate/contract';
import { Amount, Button, middleTruncated, TruncatedId } from '@stablegate/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../lib/i18n/texts';
import { InvoiceStatusBadge } from '../../lib/invoice-status';
import { detailsHref } from '../../lib/lists/invoice-columns';
import { TimeAgo } from '../../lib/time/time-ago';
import { confirmPaid } from './confirm-paid';
import { completes, type Match, matchOf, matchText } from './match-hint';
import type { TransferActions } from './use-transfer-actions';

type CandidatesProps = { transfer: InboxTransfer; actions: TransferActions };

/** So many suggestions are enough in most cases; the others are shown on request. */
const SHOWN_FIRST = 3;

/** Likeliest first, as ranked by the server. */
export function Candidates({ transfer, actions }: CandidatesProps) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? transfer.candidates : transfer.candidates.slice(0, SHOWN_FIRST);
  if (transfer.candidates.length === 0) {
    return <p className="transfer-none">{t('No open invoice seems to match. Choose one yourself, or dismiss the transfer.')}</p>;
  }
  return (
    <>
      <ol className="candidates" aria-label={t('Likely invoices')}>
        {shown.map((candidate) => (
          <Candidate key={candidate.transId} candidate={candidate} transfer={transfer} actions={actions} />
        ))}
      </ol>
      {shown.length < transfer.candidates.length && (
        <div className="candidates-more">
          <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </>
  );
}

function Candidate({ candidate, transfer, actions }: CandidatesProps & { candidate: TransferCandidate }) {
  const { t } = useTranslation();
  const match = matchOf(transfer, candidate);
  const { transId, name, storeName, createdAt, due } = candidate;
  return (
    <li data-exact={match.kind === 'exact' || undefined}>
      <div className="candidate-what">
        <Link to={detailsHref(transId)} className="link link-quiet truncate font-medium">
          {name}
        </Link>
        <span className="dotted text-caption text-muted">
          <span>{storeName}</span>
          <span>
            <TruncatedId value={transId} />
          </span>
          <span>
            <TimeAgo at={createdAt} clock="business" />
          </span>
        </span>
      </div>
      <div className="candidate-state">
        <InvoiceStatusBadge invoice={candidate} />
      </div>
      <div className="candidate-due">
        <Amount className="font-medium" value={due} decimals={4} unit="USDT" />
        <span className="text-caption text-muted">{matchText(t, match)}</span>
      </div>
      <Buttons candidate={candidate} transfer={transfer} actions={actions} match={match} />
    </li>
  );
}

function Buttons({ candidate, transfer, actions, match }: CandidatesProps & { candidate: TransferCandidate; match: Match }) {
  const { t } = useTranslation();
  const { transId, name, paid, due } = candidate;
  const { assign, isBusy } = actions;
  const isAssigning = assign.isPending && assign.variables?.transId === transId;
  const isPart = match.kind === 'less';
  const ask = (confirmLabel: string) => confirmPaid(t, { name, amount: transfer.amount, due, confirmLabel });
  const accept = async () => {
    if (await ask(t('Accept as paid'))) assign.mutate({ transId, acceptPartial: true, paid });
  };
  const give = async () => {
    if (!completes(match) || (await ask(t('Assign')))) assign.mutate({ transId, paid });
  };
  // Invoices of one product share their name.
  const named = `${name}, ${middleTruncated(transId)}`;
  return (
    <div className="candidate-actions">
      {isPart && (
        <Button size="sm" variant="ghost" aria-label={`${t('Accept as paid')}: ${named}`} disabled={isBusy} onClick={() => void accept()}>
          {t('Accept as paid')}
        </Button>
      )}
      <Button
        size="sm"
        variant={match.kind === 'exact' ? 'primary' : 'secondary'}
        aria-label={isPart ? `${t('Assign as a partial payment')}: ${named}` : t('Assign to {{name}}', { name: named })}
        busy={isAssigning}
        disabled={isBusy && !isAssigning}
        onClick={() => void give()}
      >
        {isPart ? t('Assign as a partial payment') : t('Assign')}
      </Button>
    </div>
  );
}
