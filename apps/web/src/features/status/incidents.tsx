import { type Incident, NETWORK_NAMES } from '@stablegate/contract';
import { Badge, Card, Skeleton } from '@stablegate/ui';
import { CircleCheck, CircleX } from 'lucide-react';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';
import { calendarDay, clockTime, fullTime, fullTimeInText } from '../../lib/time/local-time';

const TITLES: Readonly<Record<Incident['kind'], string>> = {
  network_stopped: '{{network}}: payments found late',
  quorum_lost: '{{network}}: payments confirmed late',
  credits_late: '{{network}}: payments confirmed late',
  callbacks_late: 'Late callbacks',
  mails_late: 'Late emails',
  token_deprecated: '{{network}}: the USDT contract was replaced by its issuer',
  token_paused: '{{network}}: USDT was paused by its issuer',
  token_fee: '{{network}}: USDT charges a fee for transfers',
};

const titleOf = (t: TFunction, { kind, network }: Incident): string =>
  t(TITLES[kind], { network: network === null ? '' : NETWORK_NAMES[network] });

/** The day is said once where it is the same. */
const startText = (since: Date, endedAt: Date): string =>
  calendarDay(since) === calendarDay(endedAt) ? clockTime(since) : fullTime(since);

function IncidentRow({ incident }: { incident: Incident }) {
  const { t } = useTranslation();
  const { since, endedAt } = incident;
  return (
    <li className="incident">
      <span>{titleOf(t, incident)}</span>
      {endedAt === null ? (
        <Badge tone="danger" icon={<CircleX aria-hidden="true" />}>
          {t('Ongoing')}
        </Badge>
      ) : (
        <Badge tone="neutral" icon={<CircleCheck aria-hidden="true" />}>
          {t('Resolved')}
        </Badge>
      )}
      <span className="num incident-time text-caption text-muted">
        {/* As one: from right to left the end would stand before the start. */}
        <bdi dir="ltr">
          <time dateTime={since}>{endedAt === null ? fullTimeInText(new Date(since)) : startText(new Date(since), new Date(endedAt))}</time>
          {endedAt !== null && (
            <>
              {' – '}
              <time dateTime={endedAt}>{fullTimeInText(new Date(endedAt))}</time>
            </>
          )}
        </bdi>
      </span>
    </li>
  );
}

export function Incidents({ incidents }: { incidents: readonly Incident[] | undefined }) {
  const { t } = useTranslation();
  return (
    <Card title={t('Incidents')}>
      {incidents === undefined ? <Skeleton className="status-wait" /> : <IncidentList incidents={incidents} />}
    </Card>
  );
}

function IncidentList({ incidents }: { incidents: readonly Incident[] }) {
  const { t } = useTranslation();
  if (incidents.length === 0) return <p className="text-muted">{t('No incidents in the last 90 days')}</p>;
  return (
    <ul className="incidents">
      {incidents.map((incident) => (
        <IncidentRow key={incident.id} incident={incident} />
      ))}
    </ul>
  );
}
