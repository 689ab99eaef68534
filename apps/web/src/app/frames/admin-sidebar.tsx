import { IconButton, Tooltip } from '@stablegate/ui';
import { PanelLeft, X } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useTranslation } from '../../lib/i18n/texts';
import { PRODUCT } from '../../lib/page-title';
import { useHasScreen } from '../../lib/screen';
import { BrandMark } from '../brand';
import { type AdminNavItem, shownAdminNavigation } from './admin-navigation';
import { AdminSidebarFoot } from './admin-sidebar-foot';

export type AdminSidebarProps = {
  /** Icons only. */ isRail: boolean /** In the sheet of a phone. */;
  isSheet?: boolean;
  onToggle: () => void;
};

export const AdminBrand = ({ isRail = false }: { isRail?: boolean }) => (
  <Link className="brand admin-brand" to="/admin/dashboard" aria-label={isRail ? `${PRODUCT} Admin` : undefined}>
    <BrandMark />
    {!isRail && (
      <>
        {PRODUCT} <span className="admin-tag">ADMIN</span>
      </>
    )}
  </Link>
);

export function AdminSidebar({ isRail, isSheet = false, onToggle }: AdminSidebarProps) {
  const { t } = useTranslation();
  const hasScreen = useHasScreen();
  const label = isSheet ? t('Close menu') : isRail ? t('Expand sidebar') : t('Collapse sidebar');
  const toggle = (
    <IconButton
      size={isSheet ? 'md' : 'sm'}
      label={label}
      tooltip={isSheet ? false : label}
      tooltipSide="right"
      icon={isSheet ? <X className="icon" aria-hidden="true" /> : <PanelLeft className="icon flip" aria-hidden="true" />}
      onClick={onToggle}
      {...(!isSheet && { 'aria-expanded': !isRail, 'aria-keyshortcuts': 'Control+B Meta+B' })}
    />
  );
  return (
    <>
      <div className="side-top">
        <AdminBrand isRail={isRail} />
        {!isRail && toggle}
      </div>
      {isRail && <div className="flex justify-center pb-2">{toggle}</div>}
      <nav className="side-nav" aria-label="Admin">
        {shownAdminNavigation(hasScreen).map((section) => (
          <div key={section.label} className="nav-section">
            <div className="nav-label">{isRail ? <span className="sr-only">{t(section.label)}</span> : t(section.label)}</div>
            <ul>
              {section.items.map((item) => (
                <li key={item.path}>
                  <AdminNavLink item={item} isRail={isRail} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <AdminSidebarFoot isRail={isRail} />
    </>
  );
}

function AdminNavLink({ item, isRail }: { item: AdminNavItem; isRail: boolean }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const label = t(item.label);
  return (
    <Tooltip text={label} side="right" enabled={isRail}>
      <Link
        className="nav-link"
        to={item.path}
        aria-current={pathname === item.path ? 'page' : undefined}
        aria-label={isRail ? label : undefined}
      >
        <item.icon className="icon" aria-hidden="true" />
        {!isRail && <span className="min-w-0 wrap-anywhere">{label}</span>}
      </Link>
    </Tooltip>
  );
}
