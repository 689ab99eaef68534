import { type Incident, NETWORK_NAMES } from '@stablegate/contract';
import { Badge, Card } from '@stablegate/ui';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';
import { fullTime, fullTimeInText } from '../../lib/time/local-time';

const TITLES: Readonly<Record<Incident['kind'], string>> = {
  network_stopped: '{{network}} is not being read',
  quorum_lost: '{{network}}: payments are waiting for more nodes',
  callbacks_late: 'Callbacks are late',
  mails_late: 'Mails are late',
};

const titleOf = (t: TFunction, { kind, network }: Incident): string =>
  t(TITLES[kind], { network: network === null ? '' : NETWORK_NAMES[network] });

function IncidentRow({ incident }: { incident: Incident }) {
  const { t } = useTranslation();
  const { since, endedAt } = incident;
  return (
    <li className="incident">
      <span>{titleOf(t, incident)}</span>
      <Badge tone={endedAt === null ? 'danger' : 'neutral'}>{endedAt === null ? t('Ongoing') : t('Resolved')}</Badge>
      <span className="num incident-time text-caption text-muted">
        <time dateTime={since} dir="ltr">
          {endedAt === null ? fullTimeInText(new Date(since)) : fullTime(new Date(since))}
        </time>
        {endedAt !== null && (
          <>
            {' – '}
            <time dateTime={endedAt}>{fullTimeInText(new Date(endedAt))}</time>
          </>
        )}
      </span>
    </li>
  );
}

export function Incidents({ incidents }: { incidents: readonly Incident[] }) {
  const { t } = useTranslation();
  return (
    <Card title={t('Incidents')}>
      {incidents.length === 0 ? (
        <p className="text-muted">{t('No incidents in the last 90 days')}</p>
      ) : (
        <ul className="incidents">
          {incidents.map((incident) => (
            <IncidentRow key={incident.id} incident={incident} />
          ))}
        </ul>
      )}
    </Card>
  );
}
