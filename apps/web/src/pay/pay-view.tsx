import type { Network, PaymentView } from '@stablegate/contract';
import { walletLink } from '@stablegate/rules';
import type { ReactNode } from 'react';
import { AddressField } from './bill/address-card';
import { CopyButton } from './bill/copy-button';
import { NetworkPicker } from './bill/network-picker';
import { inPayOrder, targetOf } from './bill/networks';
import { ChosenQr, QrChoice, useQrKind } from './bill/qr-choice';
import { OtherAmounts } from './claim/other-amounts';
import { Icon } from './icons';
import type { TimeMark } from './live/countdown';
import type { Watched } from './live/invoice-watch';
import { LiveLine } from './live/live-line';
import { Countdown } from './live/pay-clock';
import { LagNote, PartlyPaid } from './outcomes';
import { isSandbox } from './sandbox/runtime-mode';
import type { Screen } from './screen';
import { t } from './texts';
import { WalletButton } from './wallet/wallet-button';

type PayScreen = Extract<Screen, { kind: 'pay' }>;

function Amount({ amount, unit }: { amount: string; unit: string }) {
  return (
    <div className="pay-amt">
      <span className="lbl">{t('Amount')}</span>
      <b dir="ltr" data-testid="amount">
        {amount} <span className="unit">{unit}</span>
      </b>
      <CopyButton text={amount} label={t('Copy amount')} />
    </div>
  );
}

type PayTargetProps = {
  view: PaymentView;
  amount: string;
  network: Network | undefined;
  onNetwork: (network: Network) => void;
  note?: string | undefined;
  /** Absent where nobody should be invited to send at once. */
  onSent?: () => void;
  /** How current the page is, above the choice that nobody has to make. */
  children?: ReactNode;
};

/** How much, and where to. */
export function PayTarget({ view, amount, network, onNetwork, note, onSent, children }: PayTargetProps) {
  const target = targetOf(view.networks, network);
  const qr = useQrKind(target, amount);
  if (target === undefined) return <>{children}</>;
  // The sandbox's tokens are on its own chain, which no wallet knows.
  const wallet = isSandbox() ? undefined : walletLink(target, amount);
  return (
    <>
      <Amount amount={amount} unit={view.currency} />
      {note !== undefined && <p className="still-due">{note}</p>}
      <NetworkPicker networks={inPayOrder(view.networks)} selected={target.network} onSelect={onNetwork} />
      <ChosenQr target={target} qr={qr} />
      <AddressField address={target.address} />
      {wallet !== undefined && (
        <a className="btn btn-primary" href={wallet}>
          <Icon name="wallet" />
          {t('Open wallet')}
        </a>
      )}
      {onSent !== undefined && <WalletButton transId={view.trans_id} target={target} amount={amount} onSent={onSent} />}
      {children}
      <QrChoice target={target} qr={qr} />
    </>
  );
}

type PayViewProps = {
  screen: PayScreen;
  watched: Watched;
  network: Network | undefined;
  onNetwork: (network: Network) => void;
  onMark: (mark: TimeMark) => void;
  onRetry: () => void;
  onMine: () => void;
  lagging: readonly Network[];
};

export function PayView({ screen, watched, network, onNetwork, onMark, onRetry, onMine, lagging }: PayViewProps) {
  const { view, amount, part } = screen;
  const target = targetOf(view.networks, network);
  const note = part === undefined ? undefined : t('Still due. What you sent is safe; now send exactly this amount.');
  return (
    <section className="tile">
      <Countdown view={view} offset={watched.offset} onMark={onMark} />
      <OtherAmounts view={view} isPayable onMine={onMine} />
      {part !== undefined && <PartlyPaid part={part} total={view.amount} />}
      <PayTarget {...{ view, amount, network, onNetwork, note }} onSent={onRetry}>
        {target !== undefined && lagging.includes(target.network) && <LagNote network={target.network} />}
        <LiveLine watched={watched} kind="pay" onRetry={onRetry} />
      </PayTarget>
    </section>
  );
}
