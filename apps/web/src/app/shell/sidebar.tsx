import { IconButton } from '@stablegate/ui';
import { PanelLeft, X } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../lib/i18n/texts';
import { PRODUCT } from '../../lib/page-title';
import { BrandLink, BrandMark } from '../brand';
import { IS_MAC } from './platform';
import { SidebarNav } from './sidebar-nav';
import { SidebarUser } from './sidebar-user';

export type SidebarProps = {
  /** Icons only. */
  isRail: boolean;
  /** In the sheet of a phone, where the button closes. */
  isSheet?: boolean;
  onToggle: () => void;
};

const SHORTCUT = IS_MAC ? '⌘B' : 'Ctrl+B';

export function Sidebar({ isRail, isSheet = false, onToggle }: SidebarProps) {
  const toggle = isSheet ? <CloseButton onClick={onToggle} /> : <ToggleButton isRail={isRail} onClick={onToggle} />;
  return (
    <>
      <div className="side-top">
        {isRail ? (
          <Link to="/" aria-label={PRODUCT}>
            <BrandMark />
          </Link>
        ) : (
          <>
            <BrandLink />
            {toggle}
          </>
        )}
      </div>
      {isRail && <div className="flex justify-center pb-2">{toggle}</div>}
      <SidebarNav isRail={isRail} />
      <SidebarUser isRail={isRail} />
    </>
  );
}

function CloseButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <IconButton size="md" label={t('Close menu')} tooltip={false} icon={<X className="icon" aria-hidden="true" />} onClick={onClick} />
  );
}

function ToggleButton({ isRail, onClick }: { isRail: boolean; onClick: () => void }) {
  const { t } = useTranslation();
  const label = isRail ? t('Expand sidebar') : t('Collapse sidebar');
  return (
    <IconButton
      label={label}
      tooltip={`${label} (${SHORTCUT})`}
      tooltipSide="right"
      aria-expanded={!isRail}
      aria-keyshortcuts="Control+B Meta+B"
      icon={<PanelLeft className="icon flip" aria-hidden="true" />}
      onClick={onClick}
    />
  );
}
