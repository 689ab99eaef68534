import type { Network, PaymentView } from '@stablegate/contract';
import { monitoringEnd } from '@stablegate/rules';
import type { ReactNode } from 'react';
import { Badge } from './bill/badge';
import { Facts } from './bill/facts';
import { payNetworks, timeLeft } from './bill/networks';
import { ReturnLink } from './frame';
import { Icon, type IconName } from './icons';
import { isolated, useLocalTime } from './local-time';
import type { Screen } from './screen';
import { t } from './texts';

type Of<Kind extends Screen['kind']> = Extract<Screen, { kind: Kind }>;

export function Outcome({
  tone,
  icon,
  title,
  children,
}: {
  tone: 'ok' | 'off' | 'go' | 'back';
  icon: IconName;
  title: string;
  children: ReactNode;
}) {
  return (
    <div className="outcome">
      <span className={`seal ${tone}`}>
        <Icon name={icon} size="icon-seal" />
      </span>
      <h1>{title}</h1>
      {children}
    </div>
  );
}

/** Progress towards finality: one mark per confirmation, or one line where they would be too many. */
const MARKS_MAX = 20;
function Confirmations({ done, needed, seconds }: { done: number; needed: number; seconds: number | undefined }) {
  const reached = Math.min(done, needed);
  const label = t('{{n}} of {{m}} confirmations', { n: reached, m: needed });
  return (
    <>
      {needed > MARKS_MAX ? (
        <progress className="conf" max={needed} value={reached} aria-label={label} />
      ) : (
        <div className="conf" role="img" aria-label={label}>
          {Array.from({ length: needed }, (_, index) => (
            <i key={String(index)} className={index < reached ? 'done' : index === reached ? 'next' : ''} />
          ))}
        </div>
      )}
      <p className="conf-line">
        <b>{label}</b>
        {seconds !== undefined && <span>{timeLeft(seconds)}</span>}
      </p>
    </>
  );
}

type NoteProps = { title: string; children: ReactNode; tone?: 'info' | 'quiet'; icon?: IconName };
const Note = ({ title, children, tone = 'quiet', icon = 'info' }: NoteProps) => (
  <div className={`notice n-${tone}`}>
    <Icon name={icon} />
    <div>
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  </div>
);

/** Explains why nothing happens yet. */
export function LagNote({ network }: { network: Network | undefined }) {
  if (network === undefined) return null;
  return (
    <Note title={t('{{network}} is slow right now', { network: payNetworks[network].label })}>
      {t('We are reading it later than usual. Your payment will still be found: please do not send it again.')}
    </Note>
  );
}

export function PartlyPaid({ part, total }: { part: Of<'ask'>['part']; total: string }) {
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

type ProcessingViewProps = { screen: Of<'processing'>; isLagging: boolean; children: ReactNode };

export function ProcessingView({ screen, isLagging, children }: ProcessingViewProps) {
  const { view, paid } = screen;
  return (
    <section className="tile">
      <div className="eyebrow">
        <p className="eb">{t('SEND CRYPTO')}</p>
        <Badge look="info">{t('Processing')}</Badge>
      </div>
      <div className="drain">
        <i />
      </div>
      <Outcome tone="go" icon="working" title={t('Payment seen, confirming')}>
        <p>{t('Your payment is safe. You can close this page; the merchant is notified as soon as it is final.')}</p>
        {view.confirmations_needed !== undefined && (
          <Confirmations done={view.confirmations ?? 0} needed={view.confirmations_needed} seconds={view.seconds_left} />
        )}
      </Outcome>
      <Facts label={t('Received')} paid={paid} view={view} />
      {isLagging && <LagNote network={view.network} />}
      {children}
    </section>
  );
}

export function SuccessView({ screen, url }: { screen: Of<'success'>; url: string | undefined }) {
  const { view, paid, over } = screen;
  return (
    <section className="tile">
      <Outcome tone="ok" icon="check" title={t('Payment Successful!')}>
        <p>{t('You have successfully completed the payment. Thank you!')}</p>
      </Outcome>
      <Facts label={t('Amount paid')} paid={paid} view={view} />
      {view.paid_late === true && (
        <Note tone="info" icon="clock" title={t('Arrived after the deadline')}>
          {t('It was credited all the same. You do not need to do anything else.')}
        </Note>
      )}
      {over !== undefined && (
        <Note tone="info" title={t('You sent {{over}} USDT too much', { over })}>
          {t('Your order is paid. Ask {{store}} for the difference and give them the transaction hash.', { store: view.store })}
        </Note>
      )}
      {url !== undefined && <ReturnLink url={url} className="btn btn-primary" />}
    </section>
  );
}

/** What became of the payer's money, and whether to send more: one answer, never two. */
function ExpiredNote({ view, part, isWatched }: Of<'expired'> & { view: PaymentView }) {
  const timeOf = useLocalTime();
  if (part !== undefined)
    return (
      <Note title={t('{{paid}} of {{total}} USDT arrived', { paid: part.paid, total: view.amount })}>
        {t(
          'It is at the address of {{store}} and is not lost. {{missing}} USDT is missing: do not send it now, but contact {{store}} and give them the transaction hash from your wallet.',
          { store: view.store, missing: part.missing },
        )}
      </Note>
    );
  if (!isWatched) return null;
  return (
    <Note title={t('Already sent it?')}>
      {t(
        'Nothing is lost. The address is watched until {{time}}: an exact payment that arrives late is still credited and this page updates automatically. Please do not send it again.',
        { time: isolated(timeOf(monitoringEnd(new Date(view.expires_at)).toISOString())) },
      )}
    </Note>
  );
}

type ExpiredViewProps = { screen: Of<'expired'>; url: string | undefined; news: ReactNode; children: ReactNode };

export function ExpiredView({ screen, url, news, children }: ExpiredViewProps) {
  const { view, part } = screen;
  return (
    <section className="tile">
      {view?.canceled === true ? (
        <Outcome tone="off" icon="over" title={t('{{store}} has cancelled this invoice', { store: view.store })}>
          <p>{t('Please do not pay it any more. If you are not sure, ask {{store}}.', { store: view.store })}</p>
        </Outcome>
      ) : (
        <Outcome tone="off" icon="timerOff" title={t('Payment Expired!')}>
          {/* Who has sent a part is told below what to do with it, and not to begin again. */}
          {part === undefined && <p>{t('The invoice has expired, please create a new invoice.')}</p>}
          {view === undefined && <p>{t('Please check the link, or ask the shop for a new one.')}</p>}
        </Outcome>
      )}
      {view?.taken_back !== undefined && (
        <Note tone="info" icon="back" title={t('The network reversed your transfer')}>
          {t('The network usually confirms it again by itself, and then it counts here. Do not send it again.')}
        </Note>
      )}
      {news}
      {view !== undefined && <ExpiredNote {...screen} view={view} />}
      {url !== undefined && <ReturnLink url={url} className="btn btn-primary" />}
      {children}
    </section>
  );
}

/** Partly paid, and any amount for the rest would complete someone else's invoice. */
export function AskView({ screen, children }: { screen: Of<'ask'>; children: ReactNode }) {
  const { view, part } = screen;
  return (
    <section className="tile">
      <PartlyPaid part={part} total={view.amount} />
      <Outcome tone="off" icon="part" title={t('Please contact {{store}}', { store: view.store })}>
        <p>
          {t(
            'What you sent is safe. The rest cannot be told apart from other payments right now, so please do not send more: {{store}} will complete it with you.',
            {
              store: view.store,
            },
          )}
        </p>
      </Outcome>
      {children}
    </section>
  );
}

/** Our fault, not the payer's: what is known to be safe comes first, and the page keeps retrying. */
function CannotLoad({ isInvalid, onRetry }: { isInvalid: boolean; onRetry: () => void }) {
  const title = isInvalid ? t('Invalid invoice data') : t('The server is not answering. Trying again...');
  return (
    <section className="tile">
      <Outcome tone="off" icon="offline" title={title}>
        <p>{t('Money already sent is safe. This page will show your payment as soon as the connection is back.')}</p>
      </Outcome>
      <button type="button" className="btn btn-secondary wide" onClick={onRetry}>
        {t('Retry')}
      </button>
    </section>
  );
}

export function LoadingView({ screen, onRetry }: { screen: Extract<Screen, { kind: 'loading' }>; onRetry: () => void }) {
  if (screen.isFailing) return <CannotLoad isInvalid={screen.isInvalid} onRetry={onRetry} />;
  return (
    <section className="tile" aria-busy="true">
      <h1 className="pay-status">{t('Checking payment status...')}</h1>
      <div className="skeleton" aria-hidden="true">
        <span className="bone bone-line" />
        <span className="bone" />
        <span className="bone" />
        <span className="bone bone-qr" />
        <span className="bone" />
      </div>
    </section>
  );
}

/** The left half of a desktop while the invoice loads: order, amount, lines. */
export const SummarySkeleton = () => (
  <div className="sum sum-skeleton" aria-hidden="true">
    <span className="bone bone-line bone-short" />
    <span className="bone bone-amount" />
    <span className="bone bone-line" />
    <span className="bone bone-line" />
    <span className="bone bone-line" />
  </div>
);
