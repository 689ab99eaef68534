import { DAY_MS } from '@stablegate/rules';
import { Button } from '@stablegate/ui';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../lib/i18n/texts';
import { useSession } from '../../lib/session/session';
import { readStored, writeStored } from '../../lib/stored';
import { serverClock } from '../../lib/time/server-clock';
import './shell-banner.css';

/** Asked again after a month: there may be more to lose by then. */
const QUIET_MS = 30 * DAY_MS;

/** Per person and browser, until the time that is stored. */
function useNotNow(): { isQuiet: boolean; notNow: () => void } {
  const key = `second-factor-quiet:${useSession().userId}`;
  const [until, setUntil] = useState(() => Date.parse(readStored(key) ?? ''));
  const notNow = () => {
    const end = new Date(serverClock.now().getTime() + QUIET_MS);
    writeStored(key, end.toISOString());
    setUntil(end.getTime());
  };
  return { isQuiet: serverClock.now().getTime() < until, notNow };
}

export default function SecondFactorBanner() {
  const { t } = useTranslation();
  const { isQuiet, notNow } = useNotNow();
  if (isQuiet) return null;
  return (
    <section className="shell-banner shell-banner-choice" aria-label={t('Second factor')}>
      <ShieldCheck className="icon" aria-hidden="true" />
      <p>
        <span className="font-medium">{t('Protect this account with a second factor.')}</span>{' '}
        {t('With this much money, a stolen password alone should not open it.')}
      </p>
      <Button asChild size="sm">
        <Link to="/profile?tab=security">{t('Set it up')}</Link>
      </Button>
      <Button variant="ghost" size="sm" onClick={notNow}>
        {t('Not now')}
      </Button>
    </section>
  );
}
