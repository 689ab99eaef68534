import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useTranslation } from '../lib/i18n/texts';
import { LoadError } from '../lib/lists/load-error';
import { type ScreenAccess, useHasScreen } from '../lib/screen';
import { loginUrl, safeNext } from '../lib/session/next-url';
import { sessionQuery, useSession } from '../lib/session/session';
import { BrandMark, Splash } from './brand';
import { guardVerdict } from './guard-verdict';
import { useIsPageLanguageShown } from './use-page-language';

/** Nothing is rendered before the session is known and the texts of the page are there. */
export function SessionGate() {
  const { t } = useTranslation();
  const session = useQuery(sessionQuery);
  const isLanguageShown = useIsPageLanguageShown();
  if (!isLanguageShown) return <Splash />;
  if (session.data !== undefined) return <Outlet />;
  if (session.isPending) return <Splash />;
  return (
    <main className="splash px-gutter">
      <div className="grid w-full max-w-form gap-4">
        <span className="justify-self-center">
          <BrandMark />
        </span>
        <LoadError isPage title={t('Your session could not be checked')} read={session} />
      </div>
    </main>
  );
}

export function Guard({ access }: { access: ScreenAccess }) {
  const session = useSession();
  const location = useLocation();
  const hasScreen = useHasScreen();
  const verdict = guardVerdict(access, session, hasScreen('/verify-email'));
  switch (verdict) {
    case 'enter':
      return <Outlet />;
    case 'sign-in':
      return <Navigate to={loginUrl(location)} replace />;
    case 'verify-email':
      return <Navigate to="/verify-email" replace />;
    case 'move-on':
      return <Navigate to={safeNext(new URLSearchParams(location.search).get('next'))} replace />;
    case 'home':
      return <Navigate to="/" replace />;
  }
}
