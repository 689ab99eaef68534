import { NETWORK_NAMES, type PaymentView } from '@stablegate/contract';
import { Amount, Button, Qr, Skeleton } from '@stablegate/ui';
import { CircleCheck, LoaderCircle, QrCode, TimerOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';
import { hasFailed, LoadError } from '../../lib/lists/load-error';
import { NetworkLogo } from '../../lib/networks/network-name';
import { playChime } from './chime';
import { type Sale, useCancelSale, useSale } from './use-sale';

type SaleViewProps = { sale: Sale; onNext: () => void };
const VIBRATE_MS = 200;

const isOver = ({ status }: PaymentView): boolean => status === 'expired' || status === 'failed';

/** What the state is called, for the eyes and for screen readers. */
function stateText(t: TFunction, view: PaymentView): string {
  if (view.status === 'success') return t('Paid');
  if (view.status === 'processing') return t('Payment seen. Waiting for confirmations.');
  if (isOver(view)) return view.canceled === true ? t('Cancelled') : t('Expired');
  return view.due === view.amount ? t('Waiting for the payment') : t('Partly paid: {{due}} USDT are missing.', { due: view.due });
}

export function SaleView({ sale, onNext }: SaleViewProps) {
  const { t } = useTranslation();
  const read = useSale(sale);
  const { data: view } = read;
  const isPaid = view?.status === 'success';
  useEffect(() => {
    if (!isPaid) return;
    playChime();
    navigator.vibrate?.(VIBRATE_MS);
  }, [isPaid]);
  return (
    <div className="pos-sale" data-state={isPaid ? 'paid' : undefined}>
      <p className="pos-state" role="status">
        {view !== undefined && stateText(t, view)}
      </p>
      {hasFailed(read) && (
        <LoadError title={t('The sale could not be loaded')} read={read} action={<Button onClick={onNext}>{t('New sale')}</Button>} />
      )}
      {view === undefined ? read.isPending && <Skeleton width="full" /> : <Content view={view} sale={sale} onNext={onNext} />}
    </div>
  );
}

function Content({ view, sale, onNext }: { view: PaymentView; sale: Sale; onNext: () => void }) {
  const { t } = useTranslation();
  if (view.status === 'success' || isOver(view)) {
    const Icon = view.status === 'success' ? CircleCheck : TimerOff;
    return (
      <>
        <Icon className="pos-seal" aria-hidden="true" />
        <Amount value={view.status === 'success' ? view.paid : view.amount} decimals={4} unit="USDT" className="pos-due" />
        {isOver(view) && view.canceled !== true && (
          <p className="text-muted">{t('Not paid in time. A late payment is still detected for 24 hours and appears in your invoices.')}</p>
        )}
        <Button key="over" variant="primary" size="lg" block autoFocus onClick={onNext}>
          {t('New sale')}
        </Button>
      </>
    );
  }
  if (view.status === 'processing')
    return (
      <>
        <LoaderCircle className="pos-seal pos-working" aria-hidden="true" />
        <Amount value={view.paid} decimals={4} unit="USDT" className="pos-due" />
        <p className="text-muted">{t('Hand over the goods only when this screen turns green.')}</p>
        <p className="text-muted">{t('{{n}} of {{m}} confirmations', { n: view.confirmations ?? 0, m: view.confirmations_needed ?? 0 })}</p>
        <Button size="lg" block onClick={onNext}>
          {t('New sale')}
        </Button>
      </>
    );
  return <ToPay view={view} sale={sale} onNext={onNext} />;
}

const PAGE = 'page';

/** The payment page for every phone, or an address for customers whose wallet scans it directly. */
function ToPay({ view, sale, onNext }: { view: PaymentView; sale: Sale; onNext: () => void }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string>(PAGE);
  const cancel = useCancelSale(sale, onNext);
  const shown = view.networks.find((each) => each.network === chosen);
  const choices = [
    { value: PAGE, label: t('Payment page'), network: undefined },
    ...view.networks.map(({ network }) => ({ value: network, label: NETWORK_NAMES[network], network })),
  ];
  return (
    <>
      <Amount value={view.due} decimals={4} unit="USDT" className="pos-due" />
      <Qr
        value={shown?.address ?? sale.url}
        label={shown === undefined ? t('QR code of the payment link') : t('QR code of the address')}
        className="pos-qr"
      />
      <fieldset className="pos-ways">
        <legend className="sr-only">{t('What the QR code holds')}</legend>
        {choices.map(({ value, label, network }) => (
          <label key={value} className="pos-way">
            <input type="radio" name="way" checked={chosen === value} onChange={() => setChosen(value)} />
            {network === undefined ? <QrCode className="icon-sm" aria-hidden="true" /> : <NetworkLogo network={network} />}
            {label}
          </label>
        ))}
      </fieldset>
      <p className="text-caption text-muted">
        {shown === undefined
          ? t('Customers scan this with the camera of their phone.')
          : t('Customers scan this with their wallet and send exactly this amount.')}
      </p>
      <Button size="lg" block busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {t('Cancel')}
      </Button>
    </>
  );
}
