import { Sheet } from '@stablegate/ui';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { SandboxStripe } from '../sandbox-stripe';
import { Header } from './header';
import { Sidebar } from './sidebar';
import { useSidebar } from './use-sidebar';

/** Screen readers and the keyboard go on at the new page, not at the link that led there. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current !== pathname) main.current?.focus({ preventScroll: true });
    before.current = pathname;
  }, [pathname]);
  return main;
}

export default function ShellFrame({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const { isRail, isSheetOpen, setSheetOpen, toggle } = useSidebar();
  const main = useFocusOnNavigation();
  return (
    <>
      <a className="skip-link" href="#main">
        {t('Skip to content')}
      </a>
      <SandboxStripe />
      <div className="shell" data-rail={isRail || undefined}>
        <aside className="side" aria-label={t('Sidebar')}>
          <Sidebar isRail={isRail} onToggle={toggle} />
        </aside>
        <div>
          <Header onMenu={() => setSheetOpen(true)} />
          <main id="main" className="main page" tabIndex={-1} ref={main}>
            <Suspense fallback={null}>{children ?? <Outlet />}</Suspense>
          </main>
        </div>
      </div>
      <Sheet open={isSheetOpen} onOpenChange={setSheetOpen} title={t('Menu')}>
        <Sidebar isRail={false} isSheet onToggle={() => setSheetOpen(false)} />
      </Sheet>
    </>
  );
}
