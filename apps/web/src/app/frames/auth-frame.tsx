import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { useTranslation } from '../../lib/i18n/texts';
import { PRODUCT } from '../../lib/page-title';
import { ScreenLink } from '../../lib/screen';
import { BrandLink } from '../brand';
import { LanguageMenu } from '../language-menu';
import { ServerStripe } from '../server-stripe';
import { ProductPicture } from './product-picture';

export default function AuthFrame() {
  const { t } = useTranslation();
  return (
    <>
      <ServerStripe />
      <div className="auth">
        <div className="auth-side">
          <header className="auth-bar">
            <BrandLink />
            <LanguageMenu look="code" />
          </header>
          <main className="auth-box">
            <Suspense fallback={<div className="skeleton screen-skeleton appear-late" aria-busy="true" />}>
              <Outlet />
            </Suspense>
          </main>
          <footer className="auth-bar text-caption text-subtle">
            {/* Drawn elsewhere, on the last evening of the year. */}
            <span suppressHydrationWarning>
              © {new Date().getFullYear()} {PRODUCT}
            </span>
            <ScreenLink to="/contact" className="link link-quiet">
              {t('Contact')}
            </ScreenLink>
          </footer>
        </div>
        <ProductPicture />
      </div>
    </>
  );
}
