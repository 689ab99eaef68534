import { TEAM_PERMISSIONS, TEAM_ROLE_LABELS, TEAM_ROLES, teamApi } from '@stablegate/contract';
import { Bullets, Button, Notice, toast } from '@stablegate/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../lib/api/api';
import { ApiError } from '../../lib/api/api-error';
import { errorText } from '../../lib/api/error-text';
import { useTranslation } from '../../lib/i18n/texts';
import { LoadError } from '../../lib/lists/load-error';
import { TextSkeleton } from '../../lib/lists/text-skeleton';
import { usePageTitle } from '../../lib/page-title';
import { useSession } from '../../lib/session/session';
import { useLogout } from '../../lib/session/use-logout';

/** Target of the mailed link: says who invites to what, and joins with one click of a signed-in person. */
export default function InvitationScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Invitation'));
  const token = useSearchParams()[0].get('token') ?? '';
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call(teamApi.invitation, { body: { token }, signal }),
    retry: false,
  });
  if (isOver(invitation.error)) return <Over />;
  if (invitation.isError) return <LoadError isPage title={t('This invitation cannot be opened')} read={invitation} />;
  if (invitation.data === undefined) return <TextSkeleton title={t('Invitation')} lines={6} />;
  const { account, email, role } = invitation.data;
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <h1 className="page-title">{t('{{username}} invites you to their team', { username: account })}</h1>
      </div>
      <dl className="grid gap-1">
        <div className="flex justify-between gap-4">
          <dt className="text-muted">{t('Role')}</dt>
          <dd className="font-medium">{t(TEAM_ROLE_LABELS[role])}</dd>
        </div>
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">{t('Invited address')}</dt>
          <dd className="ms-auto wrap-anywhere text-end font-medium">
            <bdi>{email}</bdi>
          </dd>
        </div>
      </dl>
      <div className="grid gap-1">
        <p className="text-muted">{t('In this role you can:')}</p>
        <Bullets texts={TEAM_ROLES[role].map((name) => t(TEAM_PERMISSIONS[name]))} />
      </div>
      <Answer token={token} email={email} />
    </div>
  );
}

/** A link that was cut on its way is as useless as one that was used: trying again leads nowhere. */
const isOver = (error: Error | null): boolean => error instanceof ApiError && ['token_expired', 'invalid_value'].includes(error.code);

function Over() {
  const { t } = useTranslation();
  const { isAuthenticated } = useSession();
  return (
    <div className="grid gap-4">
      <div className="grid gap-1" role="alert">
        <h1 className="page-title">{t('This invitation cannot be opened')}</h1>
        <p className="text-muted">{t('This link has expired or was already used.')}</p>
      </div>
      <Button asChild variant="primary" size="lg" block>
        <Link to={isAuthenticated ? '/' : '/login'}>{isAuthenticated ? t('Dashboard') : t('Back to sign in')}</Link>
      </Button>
    </div>
  );
}

function Answer({ token, email }: { token: string; email: string }) {
  const session = useSession();
  if (!session.isAuthenticated) return <SignInFirst token={token} />;
  return session.email?.toLowerCase() === email.toLowerCase() ? <Join token={token} /> : <OtherAccount signedInAs={session.email ?? ''} />;
}

function SignInFirst({ token }: { token: string }) {
  const { t } = useTranslation();
  const search = `?${new URLSearchParams({ next: `/team/invitation?token=${encodeURIComponent(token)}` })}`;
  return (
    <div className="grid gap-3">
      <p className="text-muted">{t('Sign in with the account that has this address, or create one.')}</p>
      <Button asChild variant="primary" size="lg" block>
        <Link to={{ pathname: '/login', search }}>{t('Sign In')}</Link>
      </Button>
      <Button asChild size="lg" block>
        <Link to={{ pathname: '/register', search }}>{t('Sign Up')}</Link>
      </Button>
    </div>
  );
}

function Join({ token }: { token: string }) {
  const { t } = useTranslation();
  const join = useMutation({
    mutationFn: () => call(teamApi.accept, { body: { token } }),
    // A new page: nothing of the own account may stay on screen.
    onSuccess: () => window.location.assign('/'),
    onError: (error) => toast.error(errorText(t, error, t('Something went wrong. Please try again.'))),
  });
  return (
    <Button variant="primary" size="lg" block busy={join.isPending || join.isSuccess} onClick={() => join.mutate()}>
      {t('Join the team')}
    </Button>
  );
}

function OtherAccount({ signedInAs }: { signedInAs: string }) {
  const { t } = useTranslation();
  const logout = useLogout();
  return (
    <div className="grid gap-3">
      <Notice tone="warning">{t('You are signed in as {{email}}. The invitation is for another address.', { email: signedInAs })}</Notice>
      <Button size="lg" block onClick={() => void logout()}>
        {t('Logout')}
      </Button>
    </div>
  );
}
