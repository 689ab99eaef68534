import type { Network } from '@stablegate/contract';
import { AddressField, AddressQr } from './address-card';
import { Badge } from './badge';
import { CopyButton } from './copy-button';
import type { TimeMark } from './countdown';
import { Icon } from './icons';
import type { Watched } from './invoice-watch';
import { LiveLine } from './live-line';
import { NetworkPicker } from './network-picker';
import { inPayOrder, targetOf } from './networks';
import { LagNote } from './outcomes';
import { Countdown } from './pay-clock';
import { isSandbox } from './runtime-mode';
import type { Screen } from './screen';
import { t } from './texts';
import { walletLink } from './wallet-link';

type PayScreen = Extract<Screen, { kind: 'pay' }>;

function PartlyPaid({ part, total }: { part: NonNullable<PayScreen['part']>; total: string }) {
  return (
    <div className="partial">
      <p className="partial-line">
        <Badge look="warning">{t('Partly paid')}</Badge>
        <span>{t('{{paid}} of {{total}} received', { paid: part.paid, total })}</span>
      </p>
      <div className="bar">
        <i style={{ width: part.percent }} />
      </div>
    </div>
  );
}

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

type PayViewProps = {
  screen: PayScreen;
  watched: Watched;
  network: Network | undefined;
  onNetwork: (network: Network) => void;
  onMark: (mark: TimeMark) => void;
  onRetry: () => void;
  lagging: readonly Network[];
};

export function PayView({ screen, watched, network, onNetwork, onMark, onRetry, lagging }: PayViewProps) {
  const { view, amount, part } = screen;
  const networks = inPayOrder(view.networks);
  const target = targetOf(view.networks, network);
  if (target === undefined) return null;
  // The sandbox's tokens live on its own chain, which no wallet knows.
  const wallet = isSandbox() ? undefined : walletLink(target, amount);
  return (
    <section className="tile">
      <Countdown view={view} offset={watched.offset} onMark={onMark} />
      {part !== undefined && <PartlyPaid part={part} total={view.amount} />}
      <Amount amount={amount} unit={view.currency} />
      {part !== undefined && <p className="still-due">{t('Still due. What you sent is safe, now send exactly this.')}</p>}
      <NetworkPicker networks={networks} selected={target.network} onSelect={onNetwork} />
      <AddressQr target={target} label={t('QR code of the address')} />
      <AddressField address={target.address} />
      {wallet !== undefined && (
        <a className="btn btn-primary" href={wallet}>
          <Icon name="wallet" />
          {t('Open wallet')}
        </a>
      )}
      {lagging.includes(target.network) && <LagNote network={target.network} />}
      <LiveLine watched={watched} kind="pay" onRetry={onRetry} />
    </section>
  );
}
