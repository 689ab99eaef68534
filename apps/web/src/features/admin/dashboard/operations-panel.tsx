import { type AdminHealth, adminApi, NETWORKS } from '@stablegate/contract';
import { Badge, Skeleton } from '@stablegate/ui';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../../lib/api/api';
import { formatNumber } from '../../../lib/i18n/format';
import { useTranslation } from '../../../lib/i18n/texts';
import { hasFailed } from '../../../lib/lists/load-error';
import { NetworkName } from '../../../lib/networks/network-name';
import { ScreenLink } from '../../../lib/screen';
import { TimeAgo } from '../../../lib/time/time-ago';
import { AdminLoadError } from '../list/admin-texts';
import { Count } from '../list/count';
import { NOTHING } from '../list/expandable-text';
import { formatDuration } from './duration.format';
import { callbackVerdict, inboxVerdict, ledgerVerdict, networkNotes, networkVerdict, type Verdict } from './operations';

/** A stop is visible within a quarter of a minute. */
const EVERY_MS = 15_000;

export const healthQuery = queryOptions({
  queryKey: ['admin', 'health'],
  queryFn: async ({ signal }) => (await call(adminApi.health, { signal })).data,
  refetchInterval: EVERY_MS,
});

const icons = { success: CircleCheck, warning: Clock, danger: CircleAlert, neutral: CircleDashed, info: CircleDashed };

function VerdictBadge({ verdict: { tone, word } }: { verdict: Verdict }) {
  const { t } = useTranslation();
  const Icon = icons[tone];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {t(word)}
    </Badge>
  );
}

type CheckProps = { label: string; figure: ReactNode; verdict: Verdict | undefined; to: string; note?: ReactNode };

/** A figure, a status, and the list behind it. */
const Check = ({ label, figure, verdict, to, note }: CheckProps) => (
  <div className="operation">
    <div className="operation-label">
      <ScreenLink to={to} className="link link-quiet" otherwise="text">
        {label}
      </ScreenLink>
    </div>
    <div className="operation-figure">
      {verdict === undefined ? <Skeleton width="md" className="appear-late" /> : figure}
      {verdict !== undefined && <VerdictBadge verdict={verdict} />}
    </div>
    {note !== undefined && <div className="operation-label">{note}</div>}
  </div>
);

/** Watchers, callbacks, ledger and waiting money at a glance, before anything else. */
export function OperationsPanel() {
  const { t } = useTranslation();
  const health = useQuery(healthQuery);
  if (hasFailed(health)) {
    return (
      <div className="mb-4">
        <AdminLoadError title={t('The system status could not be loaded')} read={health} />
      </div>
    );
  }
  return (
    <section className="card operations" aria-label={t('Operations')}>
      <Checks health={health.data} />
      <Networks networks={health.data?.networks} />
    </section>
  );
}

function Checks({ health }: { health: AdminHealth | undefined }) {
  const { t, language } = useTranslation();
  const oldest = health?.oldestCallbackSeconds ?? null;
  return (
    <div className="operation-checks">
      <Check
        label={t('Oldest waiting callback')}
        figure={oldest === null ? NOTHING : formatDuration(oldest, language)}
        verdict={health && callbackVerdict(oldest)}
        to="/admin/invoice"
      />
      <Check
        label={t('Ledger difference')}
        figure={t('Accounts: {{many}}', { many: formatNumber(health?.ledgerDifference ?? 0) })}
        verdict={health && ledgerVerdict(health)}
        to="/admin/transaction_log"
        note={
          health?.ledgerCheckedAt == null ? undefined : (
            <>
              {t('Checked')} <TimeAgo at={health.ledgerCheckedAt} clock="business" />
            </>
          )
        }
      />
      <Check
        label={t('Unmatched bank transfers')}
        figure={<Count value={health?.unmatchedBankTransfers ?? 0} />}
        verdict={health && inboxVerdict(health.unmatchedBankTransfers)}
        to="/admin/unmatched-bank-transfers"
      />
      <Check
        label={t('Unmatched USDT top-ups')}
        figure={<Count value={health?.unmatchedTransfers ?? 0} />}
        verdict={health && inboxVerdict(health.unmatchedTransfers)}
        to="/transfers"
      />
    </div>
  );
}

/** As high as the networks that follow. */
const NetworkSkeletons = () => (
  <ul className="operation-networks" aria-hidden="true">
    {NETWORKS.map((network) => (
      <li key={network}>
        <Skeleton width="md" />
        <Skeleton width="sm" shape="badge" />
        <Skeleton width="lg" />
      </li>
    ))}
  </ul>
);

function Networks({ networks }: { networks: AdminHealth['networks'] | undefined }) {
  const { t, language } = useTranslation();
  if (networks === undefined) return <NetworkSkeletons />;
  if (networks.length === 0) return <p className="operation-none text-muted">{t('No network is being watched yet.')}</p>;
  return (
    <ul className="operation-networks" aria-label={t('Scan delay by network')}>
      {networks.map(({ network, status, lagSeconds, lateSeconds, nodes, reachable, notes }) => (
        <li key={network}>
          <ScreenLink to={`/admin/invoice?network=${network}`} className="link link-quiet">
            <NetworkName network={network} />
          </ScreenLink>
          <span className="num">
            {lagSeconds === null ? NOTHING : t('{{time}} behind', { time: formatDuration(lagSeconds, language) })}
          </span>
          <VerdictBadge verdict={networkVerdict({ status, notes, lateSeconds })} />
          {lateSeconds !== null && (
            <span className="num text-caption">
              {t('Oldest payment late by {{time}}', { time: formatDuration(lateSeconds, language) })}
            </span>
          )}
          {reachable !== null && (
            <span className="dotted text-caption text-muted">
              {/* A lone node has a note of its own. */}
              {!notes.includes('single_node') && <span>{t('{{reachable}}/{{nodes}} nodes', { reachable, nodes })}</span>}
              {networkNotes({ notes }).map((word) => (
                <span key={word}>{t(word)}</span>
              ))}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
