import { Button, Card } from '@stablegate/ui';
import { BusFront, CarFront, ExternalLink, type LucideIcon, PlaneLanding } from 'lucide-react';
import { useTranslation } from '../../lib/i18n/texts';
import { directionsUrl } from './contact-details';
import { LocationMap } from './map/location-map';

export default function LocationTab() {
  return (
    <div className="contact-split">
      <LocationMap />
      <div className="grid gap-4">
        <OfficeCard />
        <GettingHereCard />
        <NearbyCard />
      </div>
    </div>
  );
}

function OfficeCard() {
  const { t } = useTranslation();
  return (
    <Card title={t('Our office')}>
      <div className="grid gap-3">
        <p className="text-muted">{t('Hanoi, Vietnam')}</p>
        <dl className="hours">
          <dt>{t('Mon-Sat')}</dt>
          <dd className="num">{t('8:00 AM - 5:30 PM')}</dd>
          <dt>{t('Weekend (Sunday)')}</dt>
          <dd>{t('Closed')}</dd>
        </dl>
        <Button asChild variant="primary" block>
          <a href={directionsUrl()} target="_blank" rel="noopener noreferrer">
            {t('Get directions')}
            <ExternalLink className="icon-sm" aria-hidden="true" />
          </a>
        </Button>
      </div>
    </Card>
  );
}

function GettingHereCard() {
  const { t } = useTranslation();
  const ways: readonly { icon: LucideIcon; text: string }[] = [
    { icon: PlaneLanding, text: t('From Noi Bai Airport: about 45 minutes by car, or bus 86 to the centre.') },
    { icon: BusFront, text: t('By bus: get off at Hoan Kiem Lake and walk south for 5 minutes.') },
    { icon: CarFront, text: t('By car: parking in the centre is scarce, a taxi is quicker.') },
  ];
  return (
    <Card title={t('Getting here')}>
      <ul className="grid gap-3 text-table text-muted">
        {ways.map(({ icon: Icon, text }) => (
          <li key={text} className="flex gap-2">
            <Icon className="icon mt-line text-subtle" aria-hidden="true" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** On foot from the office, at 80 m a minute. */
function NearbyCard() {
  const { t } = useTranslation();
  const places = [
    { name: t('Hoan Kiem Lake'), minutes: 5 },
    { name: t('Hanoi Opera House'), minutes: 7 },
    { name: t("St. Joseph's Cathedral"), minutes: 11 },
    { name: t('Hanoi Railway Station'), minutes: 16 },
  ];
  return (
    <Card title={t('Nearby places')}>
      <ul className="grid gap-2 text-table">
        {places.map(({ name, minutes }) => (
          <li key={name} className="flex justify-between gap-3">
            <span>{name}</span>
            <span className="num whitespace-nowrap text-muted">{t('{{minutes}} min walk', { minutes })}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
