import { IconButton } from '@stablegate/ui';
import { Menu as MenuIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { BrandLink } from '../brand';
import { LanguageMenu } from '../language-menu';
import { ThemeMenu } from './theme-menu';

export function Header({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation();
  return (
    <header className="shell-head">
      <div className="flex items-center md:hidden">
        <IconButton
          size="md"
          label={t('Open menu')}
          tooltip={false}
          icon={<MenuIcon className="icon" aria-hidden="true" />}
          onClick={onMenu}
        />
        <BrandLink />
      </div>
      <div className="flex-1" />
      <LanguageMenu look="icon" />
      <ThemeMenu />
    </header>
  );
}
