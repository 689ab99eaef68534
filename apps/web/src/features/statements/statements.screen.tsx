import type { Statement } from '@stablegate/contract';
import { dateLanguage } from '@stablegate/rules';
import { Amount, Button, type Column } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { BookText, Mail } from 'lucide-react';
import { Link } from 'react-router';
import { RichText } from '../../lib/i18n/rich-text';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';
import { useList } from '../../lib/lists/list-state';
import { ListView } from '../../lib/lists/list-view';
import { useUrlFilters } from '../../lib/lists/url-filters';
import { usePageTitle } from '../../lib/page-title';
import { IfMay } from '../../lib/session/if-may';
import { useAccount } from '../../lib/session/session';
import { serverClock } from '../../lib/time/server-clock';
import { runningMonth } from './running-month';
import { filterSchema, SIZES, statementsQuery } from './statement-filters';
import { StatementMenu } from './statement-menu';
import './statements.css';

/** Fees have six decimals, so all amounts beside them do. */
const DECIMALS = 6;
const NOTHING = '0.000000';

/** The balance is kept in dollars; what went back to customers was USDT. */
const Sum = ({ value, isMuted = false, isUsdt = false }: { value: string; isMuted?: boolean; isUsdt?: boolean }) => (
  <Amount className={isMuted ? 'text-muted' : ''} value={value} decimals={DECIMALS} {...(isUsdt ? { unit: 'USDT' } : { dollars: true })} />
);

type Shown = {
  readonly nameOf: (month: string) => string;
  readonly storeId: string | undefined;
  /** Whether anything went back to customers in the months shown. */
  readonly hasRefunds: boolean;
};
const Files = ({ month, nameOf, storeId }: Pick<Shown, 'nameOf' | 'storeId'> & { month: string }) => (
  <IfMay permission="export">
    <StatementMenu month={month} monthName={nameOf(month)} storeId={storeId} />
  </IfMay>
);

/** It begins a row, and some languages write months small. */
function monthName(month: string, language: string): string {
  const names = new Intl.DateTimeFormat(dateLanguage(language), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const [first = '', ...rest] = names.format(new Date(`${month}-01T00:00:00Z`));
  return first.toLocaleUpperCase(language) + rest.join('');
}

function columnsOf(t: TFunction, shown: Shown): readonly Column<Statement>[] {
  const sum = (id: keyof Statement & string, header: string, isMuted = false): Column<Statement> => ({
    id,
    header,
    align: 'end',
    cell: (statement) => <Sum value={String(statement[id])} isMuted={isMuted} isUsdt={id === 'refunded'} />,
  });
  return [
    { id: 'month', header: t('Month'), isRowHeader: true, cell: ({ month }) => <span className="font-medium">{shown.nameOf(month)}</span> },
    sum('opening', t('Opening balance'), true),
    sum('topUps', t('Top-ups')),
    sum('fees', t('Fees')),
    sum('refunds', t('Refunds')),
    sum('adjustments', t('Adjustments')),
    ...(shown.storeId === undefined ? [] : [sum('otherFees', t('Other fees of the account'), true)]),
    sum('closing', t('Closing balance')),
    ...(shown.hasRefunds ? [sum('refunded', t('Refunded to the customer'), true)] : []),
    {
      id: 'files',
      header: <span className="sr-only">{t('Download')}</span>,
      align: 'end',
      cell: ({ month }) => <Files month={month} {...shown} />,
    },
  ];
}

function StatementCard({ statement, shown }: { statement: Statement; shown: Shown }) {
  const { t } = useTranslation();
  const facts = [
    [t('Opening balance'), statement.opening],
    [t('Top-ups'), statement.topUps],
    [t('Fees'), statement.fees],
    [t('Refunds'), statement.refunds],
    [t('Adjustments'), statement.adjustments],
    ...(shown.storeId === undefined ? [] : [[t('Other fees of the account'), statement.otherFees]]),
    [t('Closing balance'), statement.closing],
  ];
  return (
    <div className="statement-card">
      <div className="statement-card-head">
        <span className="font-medium">{shown.nameOf(statement.month)}</span>
        <Files month={statement.month} {...shown} />
      </div>
      <dl className="statement-facts text-caption">
        {facts.map(([label, value = '']) => (
          <div key={label}>
            <dt className="text-muted">{label}</dt>
            <dd>
              <Sum value={value} />
            </dd>
          </div>
        ))}
        {shown.hasRefunds && (
          <div>
            <dt className="text-muted">{t('Refunded to the customer')}</dt>
            <dd>
              <Sum value={statement.refunded} isUsdt />
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}

/** A statement never changes, so the running month has none yet. */
function NextStatement() {
  const { t, language } = useTranslation();
  const { month, statementOn } = runningMonth(serverClock.now());
  const day = new Intl.DateTimeFormat(dateLanguage(language), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(statementOn));
  return (
    <RichText
      text={t(
        '{{month}} is still running: its statement comes on {{day}}. Until then, its entries are under <transactions>Transactions</transactions>.',
        { month: monthName(month, language), day },
      )}
      parts={{
        transactions: (label) => (
          <Link className="link" to="/profile?tab=transaction">
            {label}
          </Link>
        ),
      }}
    />
  );
}

export default function StatementsScreen() {
  const { t, language } = useTranslation();
  usePageTitle(t('Statements'));
  const url = useUrlFilters(filterSchema);
  const { storeId } = url.filters;
  const list = useList(url, useQuery(statementsQuery(url.filters)));
  const { data: account } = useAccount();
  // Without an entry no month has a statement. The balance is what the shell has read: one above 0 has been topped up.
  const hasEntries = (list.rows?.length ?? 0) > 0 || (account?.balance ?? 0) !== 0;
  const hasRefunds = list.rows?.some(({ refunded }) => refunded !== NOTHING) ?? false;
  const shown: Shown = { storeId, hasRefunds, nameOf: (month) => monthName(month, language) };
  return (
    <>
      <div className="page-head">
        <div>
          <h1 className="page-title">{t('Statements')}</h1>
          <p className="text-muted">{t('Your balance month by month, for your books.')}</p>
        </div>
        <Button asChild>
          <Link to="/profile">
            <Mail className="icon" aria-hidden="true" />
            {t('Get them by email')}
          </Link>
        </Button>
      </div>
      {hasEntries && (
        <p className="text-caption text-muted mb-3">
          <NextStatement />
        </p>
      )}
      {storeId !== undefined && (
        <p className="text-caption text-muted mb-3">
          {t('The balance belongs to the account and is shared by all its merchants. What the others paid is one line at the end.')}
        </p>
      )}
      <ListView
        list={list}
        failure={t('Your statements could not be loaded')}
        look={{
          caption: t('Statements'),
          columns: columnsOf(t, shown),
          rowKey: ({ month }) => month,
          card: (statement) => <StatementCard statement={statement} shown={shown} />,
          cardLines: 7,
          skeletonRows: 3,
        }}
        empty={{
          icon: <BookText className="icon-lg" aria-hidden="true" />,
          title: t('No statements yet'),
          text: t('The first one is listed when the month of your first top-up has ended.'),
        }}
        pager={{ sizes: SIZES, hasTimes: false }}
      />
    </>
  );
}
