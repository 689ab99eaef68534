import { Amount, CopyButton, Dialog, Qr } from '@stablegate/ui';
import { lazy, type ReactNode, Suspense } from 'react';
import { isSandbox } from '../../../lib/api/runtime-mode';
import { useCopyToast } from '../../../lib/copy-toast';
import { useTranslation } from '../../../lib/i18n/texts';
import { FullTime } from '../../../lib/time/full-time';
import { ZoneName } from '../../../lib/time/zone-note';
import { formatVnd } from '../amount';
import { DepositOutcome } from '../deposit-outcome';
import { type DepositPage, NEWEST } from '../deposits.queries';
import type { OwnDeposit } from '../read-deposit';
import { useDepositStatus } from '../use-deposit-status';
import type { BankDetails } from './open-transfer';

/** A separate chunk, which production never requests. */
const SandboxTransfer = lazy(() => import('./sandbox-transfer'));

export type BankDialogProps = { details: BankDetails | undefined; within?: DepositPage; onClose: () => void };

export function BankDialog({ details, within = NEWEST, onClose }: BankDialogProps) {
  const { t } = useTranslation();
  const deposit = useDepositStatus(details?.id, within);
  // Once paid, nothing invites to a second transfer.
  const isPaid = deposit?.status === 'PAID';
  return (
    <Dialog
      open={details !== undefined}
      onOpenChange={onClose}
      title={t('Bank transfer')}
      text={isPaid ? undefined : t('Scan the code with your bank app, or copy the details. The transfer content must be exact.')}
      closeLabel={t('Close')}
      wide
    >
      {details !== undefined && !isPaid && <Transfer details={details} />}
      {details !== undefined && !isPaid && isSandbox() && (
        <Suspense>
          <SandboxTransfer details={details} />
        </Suspense>
      )}
      {details !== undefined && (
        <div className="transfer-status">
          <Status deposit={deposit} />
        </div>
      )}
    </Dialog>
  );
}

function Transfer({ details }: { details: BankDetails }) {
  const { t, language } = useTranslation();
  return (
    <>
      <TransferFacts details={details} />
      <p className="num text-caption text-muted">
        <Amount value={details.amount} decimals={2} dollars /> · <bdi>$1 = {formatVnd(details.rate, language)} VND</bdi>
        <br />
        {t(
          'The rate shown holds for the amount shown, until one day after the expiry. Anything else counts at the rate of the day it arrives.',
        )}
      </p>
    </>
  );
}

function TransferFacts({ details: { bank, reference, amountVnd, qrPayload, expiresAt } }: { details: BankDetails }) {
  const { t, language } = useTranslation();
  return (
    <div className="transfer">
      <div className="transfer-qr">
        <Qr value={qrPayload} label={t('Bank QR code')} />
        <span className="text-caption text-muted">VietQR · NAPAS 247</span>
      </div>
      <dl>
        <Fact label={t('Bank')}>{bank.name}</Fact>
        <Fact label={t('Account holder')}>{bank.holder}</Fact>
        <Fact label={t('Account number')} copy={bank.account} isMono>
          {bank.account}
        </Fact>
        <Fact label={t('Amount')} copy={String(amountVnd)}>
          <span className="num font-medium">{formatVnd(amountVnd, language)} VND</span>
        </Fact>
        <Fact label={t('Expires')}>
          <FullTime at={expiresAt} /> <ZoneName />
        </Fact>
        <Fact label={t('Transfer content')} copy={reference} isMono>
          {reference}
        </Fact>
      </dl>
    </div>
  );
}

type FactProps = { label: string; copy?: string; isMono?: boolean; children: ReactNode };

function Fact({ label, copy, isMono = false, children }: FactProps) {
  const { t } = useTranslation();
  const toast = useCopyToast();
  return (
    <div className="transfer-fact">
      <dt>{label}</dt>
      <dd>
        <span className={isMono ? 'mono' : undefined} {...(isMono && { dir: 'ltr' })}>
          {children}
        </span>
        {copy !== undefined && (
          <CopyButton
            value={copy}
            label={t('Copy {{name}}', { name: label })}
            copiedLabel={t('Copied')}
            onCopied={toast.done}
            onFailed={toast.refused}
          />
        )}
      </dd>
    </div>
  );
}

/** Live status of the bank transfer, from waiting to paid. */
function Status({ deposit }: { deposit: OwnDeposit | undefined }) {
  const { t } = useTranslation();
  return (
    <DepositOutcome deposit={deposit}>
      <p className="transfer-wait" role="status">
        <span className="live-dot" aria-hidden="true" />
        {t('Waiting for your transfer. This page updates automatically; you can also close it.')}
      </p>
    </DepositOutcome>
  );
}
