import { useTranslation } from '../i18n/texts';
import { zoneName } from './local-time';
import { serverClock } from './server-clock';

/** "UTC+7", beside the label of a day. */
export const ZoneName = () => <span className="zone-note">{zoneName(serverClock.now())}</span>;

/** The time zone of a list's times. */
export function ZoneNote() {
  const { t } = useTranslation();
  return <span className="zone-note">{t('Times in {{zone}}', { zone: zoneName(serverClock.now()) })}</span>;
}
