import type { InboxTransfer } from '@stablegate/contract';
import { Amount, Badge, Button, TruncatedId } from '@stablegate/ui';
import { CircleCheck, CircleDashed, CircleSlash, CircleX, Clock, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useCopyToast } from '../../lib/copy-toast';
import { useTranslation } from '../../lib/i18n/texts';
import { detailsHref } from '../../lib/lists/invoice-columns';
import { ExplorerLink, NetworkName } from '../../lib/networks/network-name';
import { useMay } from '../../lib/session/use-may';
import { TimeAgo } from '../../lib/time/time-ago';
import { Candidates } from './candidates';
import { Claims } from './claims';
import { DismissDialog } from './dismiss-dialog';
import { OtherInvoiceDialog } from './other-invoice-dialog';
import { type TransferActions, useTransferActions } from './use-transfer-actions';

export function TransferItem({ transfer }: { transfer: InboxTransfer }) {
  const actions = useTransferActions(transfer);
  return (
    <li className="card transfer">
      <div className="transfer-head">
        <Amount className="text-heading font-medium" value={transfer.amount} decimals={6} unit="USDT" />
        <StateBadge state={transfer.state} />
        <span className="transfer-when">
          <TimeAgo at={transfer.blockTime} clock="business" />
        </span>
      </div>
      <Facts transfer={transfer} />
      <Claims transfer={transfer} actions={actions} />
      <Outcome transfer={transfer} actions={actions} />
    </li>
  );
}

const looks: Readonly<Record<InboxTransfer['state'], { tone: 'warning' | 'info' | 'success' | 'neutral' | 'danger'; icon: LucideIcon }>> = {
  unmatched: { tone: 'warning', icon: CircleDashed },
  seen: { tone: 'info', icon: Clock },
  matched: { tone: 'success', icon: CircleCheck },
  ignored: { tone: 'neutral', icon: CircleSlash },
  reorged: { tone: 'danger', icon: CircleX },
};

function StateBadge({ state }: { state: InboxTransfer['state'] }) {
  const { t } = useTranslation();
  const { tone, icon: Icon } = looks[state];
  const words = {
    unmatched: t('Unmatched'),
    seen: t('Being confirmed'),
    matched: t('Assigned'),
    ignored: t('Dismissed'),
    reorged: t('Reversed'),
  };
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {words[state]}
    </Badge>
  );
}

function Facts({ transfer: { network, fromAddress, toAddress, txHash, storeNames } }: { transfer: InboxTransfer }) {
  const { t } = useTranslation();
  return (
    <dl className="transfer-facts">
      <Fact label={t('Network')}>
        <NetworkName network={network} />
      </Fact>
      <Fact label={t('From')}>
        <OnChain value={fromAddress} label={t('Copy address')}>
          <ExplorerLink network={network} what="address" id={fromAddress} />
        </OnChain>
      </Fact>
      <Fact label={t('To')}>
        <OnChain value={toAddress} label={t('Copy address')}>
          <ExplorerLink network={network} what="address" id={toAddress} />
        </OnChain>
      </Fact>
      <Fact label={t('Transaction hash')}>
        <OnChain value={txHash} label={t('Copy transaction hash')}>
          <ExplorerLink network={network} what="transaction" id={txHash} />
        </OnChain>
      </Fact>
      {storeNames.length > 0 && <Fact label={t('Merchant')}>{storeNames.join(', ')}</Fact>}
    </dl>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

function OnChain({ value, label, children }: { value: string; label: string; children: ReactNode }) {
  const { t } = useTranslation();
  const copied = useCopyToast();
  return (
    <span className="copyable">
      <TruncatedId value={value} copyLabel={label} copiedLabel={t('Copied')} onCopied={copied.done} onFailed={copied.refused} />
      {children}
    </span>
  );
}

/** Available actions, by state. */
function Outcome({ transfer, actions }: { transfer: InboxTransfer; actions: TransferActions }) {
  const mayDecide = useMay('invoices');
  if (!mayDecide && (transfer.state === 'unmatched' || transfer.state === 'ignored')) return null;
  if (transfer.state === 'unmatched') return <Decision transfer={transfer} actions={actions} />;
  if (transfer.state === 'ignored') return <Dismissed transfer={transfer} actions={actions} />;
  return transfer.transId === undefined ? null : <Assigned transId={transfer.transId} transfer={transfer} actions={actions} />;
}

function Decision({ transfer, actions }: { transfer: InboxTransfer; actions: TransferActions }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<'dismiss' | 'other'>();
  const close = () => setAsked(undefined);
  return (
    <>
      <Candidates transfer={transfer} actions={actions} />
      <div className="transfer-foot">
        <Button size="sm" disabled={actions.isBusy} onClick={() => setAsked('other')}>
          {t('Another invoice')}
        </Button>
        <Button size="sm" variant="ghost" disabled={actions.isBusy} onClick={() => setAsked('dismiss')}>
          {t('Dismiss')}
        </Button>
      </div>
      <OtherInvoiceDialog open={asked === 'other'} onClose={close} transfer={transfer} actions={actions} />
      <DismissDialog open={asked === 'dismiss'} onClose={close} actions={actions} />
    </>
  );
}

function Dismissed({ transfer: { reason }, actions: { restore } }: { transfer: InboxTransfer; actions: TransferActions }) {
  const { t } = useTranslation();
  return (
    <div className="transfer-foot">
      <p className="flex-1 text-muted">
        {t('Reason')}: {reason}
      </p>
      <Button size="sm" busy={restore.isPending} onClick={() => restore.mutate(undefined)}>
        {t('Restore')}
      </Button>
    </div>
  );
}

type AssignedProps = { transId: string; transfer: InboxTransfer; actions: TransferActions };

function Assigned({ transId, transfer: { canUnassign }, actions: { unassign } }: AssignedProps) {
  const { t } = useTranslation();
  const mayUndo = useMay('invoices');
  return (
    <div className="transfer-foot">
      <Link to={detailsHref(transId)} className="link flex-1">
        {t('View invoice')}
      </Link>
      {canUnassign && mayUndo && (
        <Button size="sm" busy={unassign.isPending} onClick={() => unassign.mutate(undefined)}>
          {t('Unassign')}
        </Button>
      )}
    </div>
  );
}
