import { type DepositMethod, NETWORK_NAMES } from '@stablegate/contract';
import { readMicros } from '@stablegate/rules';
import { Amount, Button, Skeleton } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight, QrCode } from 'lucide-react';
import type { ReactNode } from 'react';
import { shownPercent } from '../../lib/i18n/format';
import { useTranslation } from '../../lib/i18n/texts';
import { failureOf, hasFailed, LoadError } from '../../lib/lists/load-error';
import { useAccount } from '../../lib/session/session';
import { formatVnd, vndOf } from './amount';
import { depositNetworksQuery, depositsQuery, NEWEST, vndRateQuery } from './deposits.queries';
import type { BegunSum } from './use-deposit-status';

/** Specification 1, section 9: the deposit screen has two decimals, USDT four. */
const DECIMALS = 2;
const USDT_DECIMALS = 4;

export type SummaryCardProps = {
  method: DepositMethod;
  micros: bigint | undefined;
  rate: number;
  /** The top-up of this amount, if it was begun. */
  begun?: BegunSum | undefined;
  isBusy: boolean;
  onSubmit: () => void;
  children?: ReactNode;
};

export function SummaryCard({ method, micros, rate, begun, isBusy, onSubmit, children }: SummaryCardProps) {
  const { t, language } = useTranslation();
  const isBank = method === 'vietnam-bank-auto';
  const amount = micros ?? 0n;
  const sent = begun?.payable ?? amount;
  return (
    <aside className="card summary" aria-label={t('Summary')}>
      <h2 className="card-title">{t('Summary')}</h2>
      <dl className="num">
        <Line label={t('Amount')}>
          <Amount value={amount} decimals={DECIMALS} dollars />
        </Line>
        <Line label={t('Rate')}>
          {/* From right to left it would read "USDT 1 = 1$". */}
          <span dir="ltr">{isBank ? `$1 = ${formatVnd(rate, language)} VND` : '$1 = 1 USDT'}</span>
        </Line>
        <Line label={t('Fee')}>{shownPercent('0')}</Line>
        {!isBank && <Line label={t('Processing time')}>{t('10–20 seconds')}</Line>}
        {!isBank && <Networks />}
        <Line label={isBank ? t('You transfer') : t('You send')} isTotal>
          {isBank ? (
            <span className="money" dir="ltr">
              {formatVnd(vndOf(amount, rate), language)}
              <span className="money-unit"> VND</span>
            </span>
          ) : (
            <Amount value={sent} decimals={USDT_DECIMALS} unit="USDT" />
          )}
        </Line>
      </dl>
      <Button variant="primary" size="lg" block disabled={micros === undefined} busy={isBusy} onClick={onSubmit}>
        {isBank ? t('Show transfer details') : t('Continue to payment')}
        {isBank ? <QrCode className="icon" aria-hidden="true" /> : <ArrowUpRight className="icon flip" aria-hidden="true" />}
      </Button>
      <p className="text-caption text-muted">
        {isBank
          ? t('Your bank app scans the QR code. The balance is credited with what arrives.')
          : t('The payment page opens in a new tab and shows the exact amount to send. The balance is credited with what arrives.')}
      </p>
      {children}
      <BalanceAfter micros={begun?.isReceived ? undefined : sent} />
      <Failure isBank={isBank} />
    </aside>
  );
}

function Networks() {
  const { t } = useTranslation();
  const { data: networks = [], isPending } = useQuery(depositNetworksQuery);
  if (isPending) {
    return (
      <Line label={t('Networks')}>
        <Skeleton width="md" />
      </Line>
    );
  }
  if (networks.length === 0) return null;
  return <Line label={t('Networks')}>{networks.map((network) => NETWORK_NAMES[network]).join(', ')}</Line>;
}

/** Without the rate, the networks, an open transfer or the balance the summary would look complete. */
function Failure({ isBank }: { isBank: boolean }) {
  const { t, language } = useTranslation();
  const [account, networks] = [useAccount(), useQuery(depositNetworksQuery)];
  const [rate, newest] = [useQuery(vndRateQuery), useQuery(depositsQuery(NEWEST))];
  const parts = isBank
    ? [
        { name: t('Rate'), read: rate },
        { name: t('Top-up history'), read: newest },
        { name: t('Balance after'), read: account },
      ]
    : [
        { name: t('Networks'), read: networks },
        { name: t('Balance after'), read: account },
      ];
  const failure = failureOf(...parts.map(({ read }) => read));
  const missing = parts.filter(({ read }) => hasFailed(read)).map(({ name }) => name);
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(missing);
  // Named: whoever is about to pay has to know what is missing.
  return failure && <LoadError title={`${t('Part of this summary could not be loaded')}: ${names}`} read={failure} />;
}

const Line = ({ label, isTotal = false, children }: { label: string; isTotal?: boolean; children: ReactNode }) => (
  <div className="summary-line" data-total={isTotal || undefined}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** Undefined: the top-up is in the balance already. */
function BalanceAfter({ micros }: { micros: bigint | undefined }) {
  const { t } = useTranslation();
  const { data: user, isPending, isFetching } = useAccount();
  const balance = readMicros(user?.balance ?? '');
  if (balance === undefined && !isPending) return null;
  const isOld = micros === undefined && isFetching; // without what has just arrived
  return (
    <div className="summary-after num">
      <span className="text-muted">{micros === undefined ? t('Balance now') : t('Balance after')}</span>
      {balance === undefined || isOld ? (
        <Skeleton width="lg" />
      ) : (
        <span dir="ltr">
          {micros !== undefined && (
            <>
              <Amount value={balance} decimals={DECIMALS} dollars /> →{' '}
            </>
          )}
          <Amount className="font-medium" value={balance + (micros ?? 0n)} decimals={DECIMALS} dollars />
        </span>
      )}
    </div>
  );
}
