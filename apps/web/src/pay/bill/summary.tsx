import type { PaymentView } from '@stablegate/contract';
import type { Screen } from '../screen';
import { t } from '../texts';
import { Badge } from './badge';
import { isShort, priceLines } from './price-lines';

const Money = ({ amount, unit }: { amount: string; unit: string }) => (
  <bdi className="money">
    {amount}
    <span className="unit"> {unit}</span>
  </bdi>
);

function Outcome({ screen, view }: { screen: Screen; view: PaymentView }) {
  if (screen.kind === 'success') return <Badge look="success">{t('Paid')}</Badge>;
  if (screen.kind === 'expired') return <Badge look="neutral">{view.canceled === true ? t('Cancelled') : t('Expired')}</Badge>;
  if (screen.kind === 'taken')
    return (
      <Badge look="warning" icon="back">
        {t('Reversed')}
      </Badge>
    );
  return null;
}

function Lines({ view, screen }: { view: PaymentView; screen: Screen }) {
  const lines = priceLines(view);
  const part = screen.kind === 'pay' || screen.kind === 'ask' || screen.kind === 'expired' ? screen.part : undefined;
  if (lines.length === 0 && part === undefined) return null;
  return (
    <dl className="lines">
      {lines.map(({ label, value }, index) => (
        <div key={label} className={index === 0 ? '' : 'muted'}>
          <dt>{label}</dt>
          <dd dir="ltr">{value}</dd>
        </div>
      ))}
      <div className="total">
        {/* In all other states nothing is to be sent, or nothing more. */}
        <dt>{screen.kind === 'pay' ? t('Total to send') : t('Total')}</dt>
        <dd>
          <Money amount={view.amount} unit={view.currency} />
        </dd>
      </div>
      {part !== undefined && (
        <>
          <div className="received">
            <dt>{t('Received')}</dt>
            <dd dir="ltr">−{part.paid}</dd>
          </div>
          {screen.kind === 'pay' && (
            <div className="due">
              <dt>{t('Still due')}</dt>
              <dd>
                <Money amount={view.due} unit={view.currency} />
              </dd>
            </div>
          )}
        </>
      )}
    </dl>
  );
}

/** Beside the payment on a desktop: what is paid, to whom, and its components. */
export function Summary({ screen, view }: { screen: Screen; view: PaymentView }) {
  return (
    <section className="sum" aria-label={t('Summary')}>
      <Outcome screen={screen} view={view} />
      <p className="muted order">
        <bdi>{view.name}</bdi>
      </p>
      <p className={screen.kind === 'taken' ? 'desk-amt stepped-back' : 'desk-amt'}>
        <Money amount={screen.kind === 'pay' ? screen.amount : view.amount} unit={view.currency} />
      </p>
      <Lines view={view} screen={screen} />
      {view.description && !(isShort(view.description) && priceLines(view).length > 0) && (
        <p className="muted note">
          <bdi>{view.description}</bdi>
        </p>
      )}
    </section>
  );
}
