import { errorCatalogue, type InvoiceDetails, type Refund } from '@stablegate/contract';
import { FAMILY_OF, readMicros, shortMicros, walletLink } from '@stablegate/rules';
import { Button, CopyButton, Field, Notice, Qr, TextInput } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical, Wallet } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../../lib/api/error-text';
import { isSandbox } from '../../../lib/api/runtime-mode';
import { networkFactsQuery } from '../../../lib/api/stores.queries';
import { useCopyToast } from '../../../lib/copy-toast';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { writtenDecimal } from '../../../lib/i18n/typed-number';
import { fullTimeInText } from '../../../lib/time/local-time';
import { useCancelRefund, useReportRefund, useSandboxRefund } from './use-refund-actions';

type Props = {
  invoice: InvoiceDetails;
  refund: Refund;
};

/** What a wallet needs, and where its transaction is named if it cannot be found. */
export function SendRefund({ invoice, refund }: Props) {
  // Reported, and not found yet: a code to scan would invite to pay a second time. A refused transaction is no longer on the refund.
  const isReported = refund.txHash !== null;
  // The form keeps its place in both cases, and with it what was typed: a refusal is about that.
  return (
    <div className={isReported ? 'refund-reported' : 'refund-send'}>
      {!isReported && <WalletCode refund={refund} />}
      <div className="refund-facts">
        {!isReported && <WhatToSend refund={refund} />}
        <HashForm invoice={invoice} refund={refund} />
      </div>
    </div>
  );
}

function WalletCode({ refund: { network, toAddress: address, amount } }: Pick<Props, 'refund'>) {
  const { t } = useTranslation();
  const { data: networks } = useQuery(networkFactsQuery);
  const facts = networks?.find((each) => each.network === network);
  const link = walletLink({ network, address, contract: facts?.contract, decimals: facts?.decimals, chain_id: facts?.chainId }, amount);
  return (
    <div className="refund-qr">
      <Qr value={link ?? address} label={t('QR code of the refund')} />
      {link !== undefined && (
        <Button asChild size="sm">
          <a href={link}>
            <Wallet className="icon-sm" aria-hidden="true" />
            {t('Open in wallet')}
          </a>
        </Button>
      )}
    </div>
  );
}

function WhatToSend({ refund }: Pick<Props, 'refund'>) {
  const { t, language } = useTranslation();
  const exact = shortMicros(readMicros(refund.amount) ?? 0n);
  return (
    <>
      <Copied label={t('Amount to send')} value={exact} shown={`${writtenDecimal(exact, language)} USDT`} />
      <Copied label={t('Address of the customer')} value={refund.toAddress} />
      <p className="text-caption text-muted">
        {t('Send exactly this amount of USDT on this network: another amount is not recognised.')}
        {FAMILY_OF[refund.network] === 'tron' &&
          ` ${t('On TRON the code contains the address only: choose USDT and the amount yourself.')}`}
      </p>
      <p className="text-caption text-muted">{searchWords(t, refund)}</p>
    </>
  );
}

/** Whole, to be compared letter by letter; a wallet takes the copy, with a decimal point. */
function Copied({ label, value, shown = value }: { label: string; value: string; shown?: string }) {
  const { t } = useTranslation();
  const copied = useCopyToast();
  return (
    <div className="refund-copied">
      <span className="text-caption text-muted">{label}</span>
      <span className="refund-value">
        <span className="mono wrap-anywhere" dir="ltr">
          {shown}
        </span>
        <CopyButton
          value={value}
          label={`${t('Copy')}: ${label}`}
          copiedLabel={t('Copied')}
          onCopied={copied.done}
          onFailed={copied.refused}
        />
      </span>
    </div>
  );
}

function HashForm({ invoice, refund }: Props) {
  const { t } = useTranslation();
  const { transId } = invoice;
  const [hash, setHash] = useState('');
  const report = useReportRefund(transId, refund);
  const cancel = useCancelRefund(transId, refund);
  // What was refused is what was checked last: nothing is said of another hash that is being typed or checked.
  const isOther = report.isPending || (report.variables !== undefined && report.variables !== hash.trim());
  const problem = refund.problem === null || isOther ? undefined : t(errorCatalogue[refund.problem].message);
  const error = report.error === null || isOther ? undefined : errorText(t, report.error, t('Something went wrong. Please try again.'));
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        report.mutate(hash.trim());
      }}
    >
      {/* Found out later: about the transaction in the field or, after the page was loaded again, one that was named before. */}
      {problem !== undefined && error === undefined && (
        <Notice tone="warning" role="status">
          {problem}
        </Notice>
      )}
      <Field label={t('Transaction hash')} error={error}>
        {(aria) => (
          <TextInput
            {...aria}
            value={hash}
            onChange={(event) => setHash(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            required
          />
        )}
      </Field>
      <div className="refund-buttons">
        <Button type="submit" variant="primary" size="sm" busy={report.isPending} disabled={hash.trim() === ''}>
          {t('Check transaction')}
        </Button>
        {isSandbox() && FAMILY_OF[refund.network] !== 'solana' && refund.txHash === null && (
          <SandboxButton invoice={invoice} refund={refund} />
        )}
        <Button size="sm" variant="ghost" busy={cancel.isBusy} onClick={() => void cancel.run()}>
          {t('Cancel refund')}
        </Button>
      </div>
    </form>
  );
}

/** Whether the merchant has to name the transaction. */
const searchWords = (t: TFunction, { searchedUntil }: Refund): string =>
  searchedUntil === null
    ? t('We no longer search for this refund. Enter the transaction hash.')
    : t(
        'A refund from one of your receiving addresses is found automatically until {{time}}. If you send it from elsewhere, enter the transaction hash.',
        { time: fullTimeInText(new Date(searchedUntil)) },
      );

function SandboxButton({ invoice, refund }: Props) {
  const { t } = useTranslation();
  const send = useSandboxRefund(invoice, refund);
  return (
    <Button size="sm" busy={send.isPending} icon={<FlaskConical className="icon-sm" aria-hidden="true" />} onClick={() => send.mutate()}>
      {t('Send on the test chain')}
    </Button>
  );
}
