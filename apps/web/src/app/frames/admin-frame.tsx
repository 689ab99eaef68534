import { IconButton, Sheet } from '@stablegate/ui';
import { Menu as MenuIcon } from 'lucide-react';
import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { ServerStripe } from '../server-stripe';
import { useFocusOnNavigation } from '../shell/use-focus-on-navigation';
import { useSidebar } from '../shell/use-sidebar';
import { AdminBrand, AdminSidebar } from './admin-sidebar';
import { PageSkeleton } from './page-skeleton';
import './admin-frame.css';
import { useTranslation } from '../../lib/i18n/texts';

export default function AdminFrame() {
  const { t } = useTranslation();
  const { isRail, isSheetOpen, setSheetOpen, toggle } = useSidebar();
  const main = useFocusOnNavigation();
  return (
    <>
      <a className="skip-link" href="#main">
        {t('Skip to content')}
      </a>
      <ServerStripe />
      <div className="admin">
        <div className="admin-bar" />
        <div className="admin-grid" data-rail={isRail || undefined}>
          <aside className="side admin-side" aria-label={t('Sidebar')}>
            <AdminSidebar isRail={isRail} onToggle={toggle} />
          </aside>
          <div className="admin-content">
            <header className="admin-head">
              <IconButton
                size="md"
                label={t('Open menu')}
                tooltip={false}
                icon={<MenuIcon className="icon" aria-hidden="true" />}
                onClick={() => setSheetOpen(true)}
              />
              <AdminBrand />
            </header>
            <main id="main" className="main admin-page" tabIndex={-1} ref={main}>
              <Suspense fallback={<PageSkeleton />}>
                <Outlet />
              </Suspense>
            </main>
          </div>
        </div>
      </div>
      <Sheet open={isSheetOpen} onOpenChange={setSheetOpen} title={t('Menu')}>
        <div className="admin-side admin-sheet">
          <AdminSidebar isRail={false} isSheet onToggle={() => setSheetOpen(false)} />
        </div>
      </Sheet>
    </>
  );
}
