import type { InvoiceDetails, Network } from '@stablegate/contract';
import { readMicros } from '@stablegate/rules';
import { Amount, Badge, breakable, Card, CopyButton, middleTruncated } from '@stablegate/ui';
import { Fragment, type ReactNode } from 'react';
import { useCopyToast } from '../../../lib/copy-toast';
import { decimalsOf } from '../../../lib/i18n/format';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { InvoiceStatusBadge } from '../../../lib/invoice-status';
import { NotCharged } from '../../../lib/lists/not-charged';
import { ExplorerLink, NetworkName } from '../../../lib/networks/network-name';
import { FullTime } from '../../../lib/time/full-time';
import { NOTHING } from '../../../lib/time/read-time';
import { ZoneName } from '../../../lib/time/zone-note';
import { priceParts } from './price-parts';
import { ResponseText } from './response-text';

type Fact = readonly [label: string, value: ReactNode];

export const Facts = ({ facts }: { facts: readonly (Fact | false)[] }) => (
  <dl className="facts-list">
    {facts
      .filter((fact) => fact !== false)
      .map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </dl>
);

/** Copied completely; `cut` shows both ends of a long value. */
type CopyTextProps = { what: string; value: string; cut?: boolean; isMono?: boolean };

export function CopyText({ what, value, cut = false, isMono = true }: CopyTextProps) {
  const { t } = useTranslation();
  const copied = useCopyToast();
  return (
    <>
      <span className={isMono ? 'mono fact-text' : 'fact-text'} dir="ltr" title={value}>
        {cut ? middleTruncated(value, 10, 8) : breakable(value)}
      </span>
      <CopyButton
        className="copy-inline"
        value={value}
        label={t('Copy {{what}}', { what })}
        copiedLabel={t('Copied')}
        onCopied={copied.done}
        onFailed={copied.refused}
      />
    </>
  );
}

type OnChainProps = { name: string; network: Network | null; what: 'address' | 'transaction'; id: string };

const OnChain = ({ name, network, what, id }: OnChainProps) => (
  <>
    <CopyText what={name} value={id} cut />
    {network !== null && <ExplorerLink network={network} what={what} id={id} />}
  </>
);

export function InvoiceFacts({ invoice }: { invoice: InvoiceDetails }) {
  const { t } = useTranslation();
  const { currency, description } = invoice;
  const isMoved = invoice.paid !== invoice.payable && !/^[0.]*$/.test(invoice.paid);
  return (
    <Card title={t('Invoice')}>
      <Facts
        facts={[
          [t('Transaction ID'), <CopyText key="id" what={t('Transaction ID')} value={invoice.transId} />],
          [t('Amount'), <Sum key="amount" invoice={invoice} />],
          ...addedFacts(t, invoice),
          invoice.payable !== '' && [t('Customer pays'), <Amount key="payable" value={invoice.payable} decimals={4} unit={currency} />],
          isMoved && [
            t('Arrived'),
            <Amount key="paid" value={invoice.paid} decimals={decimalsOf(readMicros(invoice.paid) ?? 0n)} unit={currency} />,
          ],
          [t('Invoice Name'), invoice.name],
          description !== null && description !== '' && [t('Description'), description],
          [t('Created'), <Moment key="created" at={invoice.createdAt} />],
          [t('Expires'), <Moment key="expires" at={invoice.expiresAt} />],
          [t('Transaction Fee'), <Fee key="fee" invoice={invoice} />],
          [t('Status'), <InvoiceStatusBadge key="status" invoice={invoice} words="details" />],
        ]}
      />
    </Card>
  );
}

/** Between the amount and what the customer pays, so that these lines add up. The transaction fee below is what the merchant is charged. */
function addedFacts(t: TFunction, invoice: InvoiceDetails): readonly (Fact | false)[] {
  const parts = priceParts(invoice);
  if (parts === undefined) return [];
  const fact = (label: string, micros: bigint): Fact | false =>
    micros > 0n && [label, <Amount key={label} value={micros} decimals={decimalsOf(micros)} unit={invoice.currency} />];
  return [fact(t('Service fee (0.5%)'), parts.fee), fact(t('Rounded up'), parts.rounding), fact(t('Identifies the payment'), parts.mark)];
}

const Sum = ({ invoice: { amount, currency } }: { invoice: InvoiceDetails }) =>
  amount === '' ? NOTHING : <Amount className="font-medium" value={amount} decimals={4} unit={currency} />;

const Moment = ({ at }: { at: string }) =>
  at === '' ? (
    NOTHING
  ) : (
    <span>
      <FullTime at={at} /> <ZoneName />
    </span>
  );

/** Specification 2: 0.00 until it is due, and where it is missing. */
const Fee = ({ invoice: { status, feeAmount, feeCharged, currency } }: { invoice: InvoiceDetails }) => (
  <span>
    {status === 'SUCCESS' && feeAmount !== '' ? (
      <Amount value={feeAmount} decimals={6} unit={currency} />
    ) : (
      <Amount value="0" decimals={2} unit={currency} />
    )}
    {!feeCharged && status !== 'EXPIRED' && status !== 'FAILED' && <NotCharged />}
  </span>
);

export function ChainFacts({ invoice }: { invoice: InvoiceDetails }) {
  const { t } = useTranslation();
  const { network, toAddress, fromAddress, transactionHash, callbackUrl, callbackResponse, requestId } = invoice;
  return (
    <Card title={t('On chain and callback')}>
      <Facts
        facts={[
          toAddress !== null && [
            t('Receiving address'),
            <OnChain key="to" name={t('Receiving address')} network={network} what="address" id={toAddress} />,
          ],
          network !== null && [t('Network'), <NetworkName key="network" network={network} />],
          toAddress === null && invoice.networks.length > 0 && [t('Receiving addresses'), <Offered key="offered" invoice={invoice} />],
          fromAddress !== null && [
            t('Sender address'),
            <OnChain key="from" name={t('Sender address')} network={network} what="address" id={fromAddress} />,
          ],
          transactionHash !== null && [
            t('Transaction hash'),
            <OnChain key="hash" name={t('Transaction hash')} network={network} what="transaction" id={transactionHash} />,
          ],
          callbackUrl !== null && [t('Callback URL'), <CopyText key="url" what={t('Callback URL')} value={callbackUrl} />],
          callbackResponse !== null && [t('Callback response'), <CallbackResponse key="response" invoice={invoice} />],
          requestId !== null && [t('Request ID'), <CopyText key="request" what={t('Request ID')} value={requestId} />],
        ]}
      />
    </Card>
  );
}

/** Until it is paid, all addresses at which it can be paid. */
const Offered = ({ invoice: { networks } }: { invoice: InvoiceDetails }) => (
  <ul className="offered">
    {networks.map(({ network, address }) => (
      <li key={network}>
        <NetworkName network={network} />
        <span className="copyable">
          <OnChain name={address} network={network} what="address" id={address} />
        </span>
      </li>
    ))}
  </ul>
);

function CallbackResponse({ invoice: { callbackResponse, callbackAttempts } }: { invoice: InvoiceDetails }) {
  const last = callbackAttempts.findLast(({ response }) => response !== null);
  const status = last?.httpStatus ?? null;
  return (
    <>
      {status !== null && <Badge tone={last?.outcome === 'delivered' ? 'success' : 'danger'}>{status}</Badge>}
      <ResponseText text={callbackResponse} />
    </>
  );
}
