import type { InboxTransfer, TransferCandidate } from '@stablegate/contract';
import { Amount, Button, confirm } from '@stablegate/ui';
import { Link } from 'react-router';
import { shownAmount } from '../../lib/i18n/format';
import { useTranslation } from '../../lib/i18n/texts';
import { InvoiceStatusBadge } from '../../lib/invoice-status';
import { detailsHref } from '../../lib/lists/invoice-columns';
import { TimeAgo } from '../../lib/time/time-ago';
import { matchOf, matchText } from './match-hint';
import type { TransferActions } from './use-transfer-actions';

type CandidatesProps = { transfer: InboxTransfer; actions: TransferActions };

/** Likeliest first, as ranked by the server. */
export function Candidates({ transfer, actions }: CandidatesProps) {
  const { t } = useTranslation();
  if (transfer.candidates.length === 0) {
    return <p className="transfer-none">{t('No open invoice seems to match. Choose one yourself, or dismiss the transfer.')}</p>;
  }
  return (
    <ol className="candidates" aria-label={t('Likely invoices')}>
      {transfer.candidates.map((candidate) => (
        <Candidate key={candidate.transId} candidate={candidate} transfer={transfer} actions={actions} />
      ))}
    </ol>
  );
}

function Candidate({ candidate, transfer, actions }: CandidatesProps & { candidate: TransferCandidate }) {
  const { t } = useTranslation();
  const match = matchOf(transfer, candidate);
  const { transId, name, status, storeName, createdAt, due } = candidate;
  return (
    <li data-exact={match.kind === 'exact' || undefined}>
      <div className="candidate-what">
        <Link to={detailsHref(transId)} className="link link-quiet truncate font-medium">
          {name}
        </Link>
        <span className="truncate text-caption text-muted">
          {storeName} · <TimeAgo at={createdAt} clock="business" />
        </span>
      </div>
      <div className="candidate-state">
        <InvoiceStatusBadge invoice={{ status, flags: [] }} />
      </div>
      <div className="candidate-due">
        <Amount className="font-medium" value={due} decimals={4} unit="USDT" />
        <span className="text-caption text-muted">{matchText(t, match)}</span>
      </div>
      <Buttons candidate={candidate} transfer={transfer} actions={actions} isPart={match.kind === 'less'} />
    </li>
  );
}

function Buttons({ candidate, transfer, actions, isPart }: CandidatesProps & { candidate: TransferCandidate; isPart: boolean }) {
  const { t } = useTranslation();
  const { transId, name, due } = candidate;
  const { assign, isBusy } = actions;
  const isAssigning = assign.isPending && assign.variables?.transId === transId;
  const accept = async () => {
    const isWanted = await confirm({
      title: t('Accept {{name}} as paid?', { name }),
      text: t('{{amount}} USDT is accepted for the {{due}} USDT due. The fee is charged and your callback is sent.', {
        amount: shownAmount(transfer.amount, 4),
        due: shownAmount(due, 4),
      }),
      detail: t('This cannot be undone.'),
      confirmLabel: t('Accept as paid'),
      cancelLabel: t('Cancel'),
    });
    if (isWanted) assign.mutate({ transId, acceptPartial: true });
  };
  return (
    <div className="candidate-actions">
      {isPart && (
        <Button size="sm" disabled={isBusy} onClick={() => void accept()}>
          {t('Accept as paid')}
        </Button>
      )}
      <Button
        size="sm"
        aria-label={isPart ? `${t('Assign as a partial payment')}: ${name}` : t('Assign to {{name}}', { name })}
        busy={isAssigning}
        disabled={isBusy && !isAssigning}
        onClick={() => assign.mutate({ transId })}
      >
        {isPart ? t('Assign as a partial payment') : t('Assign')}
      </Button>
    </div>
  );
}
