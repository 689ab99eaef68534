import { onDemand, reportPartFailed, useOnDemand } from '@stablegate/ui';
import { lazy, Suspense, useCallback } from 'react';
import { Outlet } from 'react-router';
import { useTranslation } from '../../lib/i18n/texts';
import { PageSkeleton } from '../frames/page-skeleton';
import { ServerStripe } from '../server-stripe';
import { Header } from './header';
import { Sidebar } from './sidebar';
import { useFocusOnNavigation } from './use-focus-on-navigation';
import { useSidebar } from './use-sidebar';

/** Not part of the initial code: most accounts see none. */
const ShellBanners = lazy(() => import('./shell-banners'));
/** For phones, and there from the first tap on. */
const sheetPart = onDemand(() => import('./phone-sheet'));

export default function ShellFrame() {
  const { t } = useTranslation();
  const { isRail, isSheetOpen, setSheetOpen, toggle } = useSidebar();
  const main = useFocusOnNavigation();
  const sheetFailed = useCallback(
    (error: unknown) => {
      setSheetOpen(false);
      reportPartFailed(error);
    },
    [setSheetOpen],
  );
  const sheet = useOnDemand(sheetPart, isSheetOpen, sheetFailed);
  return (
    <>
      <a className="skip-link" href="#main">
        {t('Skip to content')}
      </a>
      <ServerStripe />
      <div className="shell" data-rail={isRail || undefined}>
        <aside className="side" aria-label={t('Sidebar')}>
          <Sidebar isRail={isRail} onToggle={toggle} />
        </aside>
        <div>
          <Header onMenu={() => setSheetOpen(true)} />
          <Suspense fallback={null}>
            <ShellBanners />
          </Suspense>
          <main id="main" className="main page" tabIndex={-1} ref={main}>
            <Suspense fallback={<PageSkeleton />}>
              <Outlet />
            </Suspense>
          </main>
        </div>
      </div>
      {sheet && <sheet.PhoneSheet isOpen={isSheetOpen} onOpenChange={setSheetOpen} />}
    </>
  );
}
