import { IconButton } from '@stablegate/ui';
import { Menu as MenuIcon } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from '../../lib/i18n/texts';
import { useSession } from '../../lib/session/session';
import { BrandLink } from '../brand';
import { LanguageMenu } from '../language-menu';
import { CommandButton } from './command-button';
import { SwitcherSkeleton } from './switcher-skeleton';
import { ThemeMenu } from './theme-menu';

/** Requests the stores after the frame is rendered; guests never fetch its code. */
const StoreSwitcher = lazy(() => import('./store-switcher'));

/** A phone has no sidebar to show it. */
const PhoneBrand = () => (
  <span className="flex items-center phone-only">
    <BrandLink />
  </span>
);

export function Header({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation();
  const { isAuthenticated, emailVerified } = useSession();
  return (
    <header className="shell-head">
      <div className="flex items-center phone-only">
        <IconButton
          size="md"
          label={t('Open menu')}
          tooltip={false}
          icon={<MenuIcon className="icon" aria-hidden="true" />}
          onClick={onMenu}
        />
      </div>
      <div className="shell-head-start">
        {isAuthenticated && emailVerified ? (
          <Suspense fallback={<SwitcherSkeleton />}>
            <StoreSwitcher otherwise={<PhoneBrand />} />
          </Suspense>
        ) : (
          <PhoneBrand />
        )}
      </div>
      <CommandButton />
      <LanguageMenu look="icon" />
      <ThemeMenu />
    </header>
  );
}
