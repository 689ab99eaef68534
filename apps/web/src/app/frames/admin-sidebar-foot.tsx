import { Avatar, IconButton, Skeleton, Tooltip } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { LogOut, Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../lib/i18n/texts';
import { userQuery, useSession } from '../../lib/session/session';
import { useLogout } from '../../lib/session/use-logout';
import { LanguageMenu } from '../language-menu';
import { ThemeMenu } from '../shell/theme-menu';

/** The signed-in admin, the link back to the merchant's side, and the theme. */
export function AdminSidebarFoot({ isRail }: { isRail: boolean }) {
  const { t } = useTranslation();
  const { userId } = useSession();
  const logout = useLogout();
  // Without the name the foot still says whose area it is; a failure is the page's to tell.
  const { data: user, isPending } = useQuery({ ...userQuery(userId ?? ''), enabled: userId !== null });
  return (
    <div className="side-user">
      <div className="admin-tools">
        <Tooltip text={t('Back to the merchant area')} side={isRail ? 'right' : 'top'}>
          <Link className="nav-link" to="/" aria-label={isRail ? t('Back to the merchant area') : undefined}>
            <Undo2 className="icon flip" aria-hidden="true" />
            {!isRail && t('Merchant area')}
          </Link>
        </Tooltip>
        <LanguageMenu look="icon" />
        <ThemeMenu />
      </div>
      <div className="user-row">
        {user === undefined ? isPending && <Skeleton width="xs" shape="square" /> : <Avatar name={user.username} />}
        {!isRail && (
          <div className="min-w-0 flex-1">
            <div className="admin-name truncate font-medium">{user?.username ?? (isPending && <Skeleton width="md" />)}</div>
            <div className="text-caption">ADMIN</div>
          </div>
        )}
        <IconButton
          label={t('Logout')}
          tooltipSide={isRail ? 'right' : 'top'}
          icon={<LogOut className="icon flip" aria-hidden="true" />}
          onClick={() => void logout()}
        />
      </div>
    </div>
  );
}
