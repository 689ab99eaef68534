import { Tooltip } from '@stablegate/ui';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslation } from '../../lib/i18n/texts';
import { useHasScreen, useIsPublic } from '../../lib/screen';
import { loginUrl } from '../../lib/session/next-url';
import { useSession } from '../../lib/session/session';
import { hrefOf, isActive, type NavItem, shownNavigation } from '../navigation';
import { UnmatchedBadge } from './unmatched-badge';

export function SidebarNav({ isRail }: { isRail: boolean }) {
  const { t } = useTranslation();
  const hasScreen = useHasScreen();
  const { teamRole } = useSession();
  return (
    <nav className="side-nav" aria-label={t('Main')}>
      {shownNavigation(hasScreen, teamRole).map((section) => (
        <div key={section.label} className="nav-section">
          <div className="nav-label">{isRail ? <span className="sr-only">{t(section.label)}</span> : t(section.label)}</div>
          <ul>
            {section.items.map((item) => (
              <li key={item.label}>
                <NavLink item={item} isRail={isRail} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function NavLink({ item, isRail }: { item: NavItem; isRail: boolean }) {
  const { t } = useTranslation();
  const location = useLocation();
  const { isAuthenticated } = useSession();
  const isPublic = useIsPublic();
  const href = hrefOf(item);
  // A guest who clicks an item is redirected to /login, and from there to the item; Contact and the documentation are public.
  const to = isAuthenticated || isPublic(item.path) ? href : loginUrl(new URL(href, window.location.origin));
  const label = t(item.label);
  const isHere = isActive(item, location);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!isHere) return;
    // With the next frame, which lays the page out anyway.
    const frame = requestAnimationFrame(() => link.current?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [isHere]);
  return (
    <Tooltip text={label} side="right" enabled={isRail}>
      <Link ref={link} className="nav-link" to={to} aria-current={isHere ? 'page' : undefined}>
        <item.icon className="icon" aria-hidden="true" />
        {isRail ? <span className="sr-only">{label}</span> : label}
        {item.path === '/transfers' && <UnmatchedBadge />}
      </Link>
    </Tooltip>
  );
}
