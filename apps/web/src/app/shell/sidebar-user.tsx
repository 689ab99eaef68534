import { Avatar, Button, IconButton, Skeleton, Tooltip } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, LogIn, LogOut, PanelsTopLeft } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslation } from '../../lib/i18n/texts';
import { ScreenLink, useHasScreen } from '../../lib/screen';
import { Dollars } from '../../lib/session/dollars';
import { loginUrl } from '../../lib/session/next-url';
import { type Account, useAccount, userQuery, useSession } from '../../lib/session/session';
import { useLogout } from '../../lib/session/use-logout';
import { WalletBalance } from './wallet-balance';

/** Asks for the accounts after the frame is rendered. */
const AccountSwitcher = lazy(() => import('./account-switcher'));

export function SidebarUser({ isRail }: { isRail: boolean }) {
  const session = useSession();
  return (
    <div className="side-user">
      {session.isAdmin && <AdminPanelLink isRail={isRail} />}
      {session.isAuthenticated && session.userId !== null ? <Member userId={session.userId} isRail={isRail} /> : <Guest isRail={isRail} />}
    </div>
  );
}

function AdminPanelLink({ isRail }: { isRail: boolean }) {
  const { t } = useTranslation();
  const hasScreen = useHasScreen();
  if (!hasScreen('/admin/dashboard')) return null;
  const icon = <PanelsTopLeft className="icon" aria-hidden="true" />;
  return (
    <Tooltip text={t('Admin Panel')} side="right" enabled={isRail}>
      <Button asChild block={!isRail} className={isRail ? undefined : 'mb-3'}>
        <Link to="/admin/dashboard" aria-label={isRail ? t('Admin Panel') : undefined}>
          {icon}
          {!isRail && t('Admin Panel')}
        </Link>
      </Button>
    </Tooltip>
  );
}

function Guest({ isRail }: { isRail: boolean }) {
  const { t } = useTranslation();
  const to = loginUrl(useLocation());
  return (
    <Tooltip text={t('Sign In')} side="right" enabled={isRail}>
      <Button asChild variant="primary" block={!isRail}>
        <Link to={to} aria-label={isRail ? t('Sign In') : undefined}>
          {isRail ? <LogIn className="icon" aria-hidden="true" /> : t('Sign In')}
        </Link>
      </Button>
    </Tooltip>
  );
}

function Member({ userId, isRail }: { userId: string; isRail: boolean }) {
  const { t } = useTranslation();
  const query = useQuery(userQuery(userId));
  const logout = useLogout();
  const user = query.data;
  const account = useAccount().data;
  const logoutButton = (
    <IconButton
      label={t('Logout')}
      tooltipSide={isRail ? 'right' : 'top'}
      icon={<LogOut className="icon flip" aria-hidden="true" />}
      onClick={() => void logout()}
    />
  );
  if (isRail) {
    return (
      <>
        {user && <RailAvatar user={user} />}
        {logoutButton}
      </>
    );
  }
  return (
    <>
      <Suspense fallback={null}>
        <AccountSwitcher />
      </Suspense>
      {account ? <WalletBalance user={account} /> : query.isPending && <BalanceSkeleton />}
      <div className="user-row">
        {user ? <UserName user={user} /> : query.isError ? <NameFailed onRetry={() => void query.refetch()} /> : <NameSkeleton />}
        {logoutButton}
      </div>
    </>
  );
}

const BalanceSkeleton = () => (
  <div className="side-balance-skeleton">
    <Skeleton width="md" />
    <Skeleton width="lg" />
    <Skeleton width="md" />
  </div>
);

const NameSkeleton = () => (
  <div className="grid flex-1 gap-2">
    <Skeleton width="md" />
    <Skeleton width="sm" />
  </div>
);

function NameFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex-1 text-caption text-muted">
      {t('Your account could not be loaded.')}{' '}
      <button type="button" className="link" onClick={onRetry}>
        {t('Retry')}
      </button>
    </div>
  );
}

const ROLE_WORDS: Readonly<Record<string, string>> = { USER: 'User', ADMIN: 'Administrator' };

function UserName({ user }: { user: Account }) {
  const { t } = useTranslation();
  return (
    <>
      <ProfileAvatar username={user.username} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-1">
          <span className="truncate font-medium">{user.username}</span>
          {user.emailVerified && (
            <Tooltip text={t('Email verified')}>
              <span className="text-success-solid" role="img" aria-label={t('Email verified')}>
                <BadgeCheck className="icon-sm" aria-hidden="true" />
              </span>
            </Tooltip>
          )}
        </div>
        <div className="truncate text-caption text-subtle">
          {user.roles.map(({ authority }) => t(ROLE_WORDS[authority] ?? authority)).join(', ')}
        </div>
      </div>
    </>
  );
}

function ProfileAvatar({ username }: { username: string }) {
  const { t } = useTranslation();
  return (
    <ScreenLink to="/profile" otherwise="text">
      <Avatar name={username} />
      <span className="sr-only">{t('Profile')}</span>
    </ScreenLink>
  );
}

const RailAvatar = ({ user }: { user: Account }) => (
  <Tooltip
    side="right"
    text={
      <>
        {user.username} · <Dollars value={user.balance} decimals={6} />
      </>
    }
  >
    <span>
      <ProfileAvatar username={user.username} />
    </span>
  </Tooltip>
);
