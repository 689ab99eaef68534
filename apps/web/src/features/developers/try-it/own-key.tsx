import { Button } from '@stablegate/ui';
import { Eye, EyeOff, KeyRound } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { LoadError } from '../../../lib/lists/load-error';
import { loginUrl } from '../../../lib/session/next-url';
import { type OwnStore, useOwnStore } from './own-store';
import { OwnStoreName } from './own-store-name';
import './own-store.css';
import { useTranslation } from '../../../lib/i18n/texts';

/** The page's samples with the user's own key, merchant ID and callback secret, on request. */
export function OwnKey() {
  const { t } = useTranslation();
  const own = useOwnStore();
  if (!own.isSignedIn) return <SignInHint />;
  const isOn = own.look !== 'off';
  const toggle = () => {
    own.ask();
    own.setLook(isOn ? 'off' : 'masked');
  };
  return (
    <section className="card own-key" aria-labelledby="own-key">
      <div className="own-key-words">
        <h2 className="card-title" id="own-key">
          {t('Your own key in the samples')}
        </h2>
        <p role="status">{wordsOf(own, t)}</p>
      </div>
      {isOn && (
        <div className="own-key-choice">
          <OwnStoreName />
          <NoKeys />
        </div>
      )}
      <div className="own-key-actions">
        {/* Before the button that shows it, so that the button stays under the pointer. */}
        {own.keys !== undefined && <ShowKeys />}
        <Button onClick={toggle} busy={isOn && own.details.isLoading} icon={<KeyRound className="icon" aria-hidden="true" />}>
          {isOn ? t('Remove my key') : t('Fill in my key')}
        </Button>
      </div>
    </section>
  );
}

function wordsOf({ keys, look }: OwnStore, t: (text: string) => string): string {
  if (keys === undefined) return t('The API key, merchant ID and callback secret of one of your merchants, filled in when you ask for it.');
  if (look === 'shown') return t('Your keys are readable on this page. Do not share a picture of it.');
  return t('Your keys are filled in and hidden on screen. The copy buttons copy them whole.');
}

function ShowKeys() {
  const { t } = useTranslation();
  const { look, setLook } = useOwnStore();
  const isShown = look === 'shown';
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Button variant="ghost" onClick={() => setLook(isShown ? 'masked' : 'shown')} icon={<Icon className="icon" aria-hidden="true" />}>
      {isShown ? t('Hide keys') : t('Show keys')}
    </Button>
  );
}

function NoKeys() {
  const { t } = useTranslation();
  const { keys, details } = useOwnStore();
  if (keys !== undefined || !details.isError) return null;
  return <LoadError title={t('Your keys could not be loaded')} read={details} />;
}

function SignInHint() {
  const { t } = useTranslation();
  const location = useLocation();
  return (
    <section className="card own-key" aria-label={t('Your own key in the samples')}>
      <p className="own-key-words">{t('Sign in to fill in your own key and to try the call on this page.')}</p>
      <div className="own-key-actions">
        <Button asChild>
          <Link to={loginUrl(location)}>{t('Sign In')}</Link>
        </Button>
      </div>
    </section>
  );
}
