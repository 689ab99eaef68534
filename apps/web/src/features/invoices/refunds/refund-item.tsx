import type { InvoiceDetails, Refund } from '@stablegate/contract';
import { Amount, Badge, Notice, TruncatedId } from '@stablegate/ui';
import { CircleCheck, CircleX, Clock, Hourglass, Search } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n/texts';
import { NetworkName } from '../../../lib/networks/network-name';
import { useMay } from '../../../lib/session/use-may';
import { TimeAgo } from '../../../lib/time/time-ago';
import { TransactionHash } from '../../../lib/transaction-hash';
import { reasonWords } from './refund-words';
import { SendRefund } from './send-refund';

export function RefundItem({ invoice, refund }: { invoice: InvoiceDetails; refund: Refund }) {
  const { t } = useTranslation();
  const mayAct = useMay('invoices');
  const { network, toAddress, reason, status, createdAt, txHash } = refund;
  return (
    <li>
      <div className="refund-line">
        <Amount className="font-medium" value={refund.amount} decimals={4} unit="USDT" />
        <RefundStatus refund={refund} />
        <span className="refund-origin">
          <NetworkName network={network} />
          <TruncatedId value={toAddress} />
          <span className="dotted">
            <span>{reasonWords(t)[reason]}</span>
            <span>
              <TimeAgo at={createdAt} clock="business" />
            </span>
          </span>
        </span>
        {txHash !== null && <TransactionHash network={network} txHash={txHash} />}
      </div>
      {status === 'planned' && txHash !== null && (
        <Notice tone="info" role="status">
          {t('We have not found this transaction yet. We keep looking for about a day; please check the hash.')}
        </Notice>
      )}
      {status === 'confirmed' && <Proof refund={refund} />}
      {status === 'planned' && mayAct && <SendRefund invoice={invoice} refund={refund} />}
    </li>
  );
}

function RefundStatus({ refund: { status, txHash, confirmations, confirmationsNeeded } }: { refund: Refund }) {
  const { t } = useTranslation();
  if (status === 'confirmed')
    return (
      <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
        {t('Refunded')}
      </Badge>
    );
  if (status === 'cancelled')
    return (
      <Badge tone="neutral" icon={<CircleX aria-hidden="true" />}>
        {t('Cancelled')}
      </Badge>
    );
  // Its transaction is known but not found yet: "to be sent" would make the merchant send it twice.
  if (status === 'planned' && txHash !== null)
    return (
      <Badge tone="info" icon={<Search aria-hidden="true" />}>
        {t('Being checked')}
      </Badge>
    );
  if (status === 'planned')
    return (
      <Badge tone="warning" icon={<Hourglass aria-hidden="true" />}>
        {t('To be sent')}
      </Badge>
    );
  return (
    <Badge tone="info" icon={<Clock aria-hidden="true" />}>
      {t('{{done}} of {{needed}} confirmations', { done: confirmations ?? 0, needed: confirmationsNeeded ?? 0 })}
    </Badge>
  );
}

/** What a customer or an accountant can check on any explorer. */
function Proof({ refund: { fromAddress, blockNumber, blockTime, confirmedAt } }: { refund: Refund }) {
  const { t, language } = useTranslation();
  if (fromAddress === null || blockNumber === null || blockTime === null || confirmedAt === null) return null;
  return (
    <dl className="refund-proof">
      <dt>{t('Sender address')}</dt>
      <dd>
        <TruncatedId value={fromAddress} />
      </dd>
      <dt>{t('Block')}</dt>
      <dd className="num">{new Intl.NumberFormat(language).format(blockNumber)}</dd>
      <dt>{t('Final')}</dt>
      <dd>
        <TimeAgo at={confirmedAt} clock="business" />
      </dd>
    </dl>
  );
}
