import { ACCOUNT_CHANGES, type AccountChange, type ChangeNotice, changeNoticesApi } from '@stablegate/contract';
import { Button, Notice } from '@stablegate/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { call } from '../../../lib/api/api';
import { ApiError } from '../../../lib/api/api-error';
import { errorText } from '../../../lib/api/error-text';
import { AuditFacts } from '../../../lib/audit-facts';
import { useTranslation } from '../../../lib/i18n/texts';
import { LoadError } from '../../../lib/lists/load-error';
import { TextSkeleton } from '../../../lib/lists/text-skeleton';
import { sessionQuery } from '../../../lib/session/session';
import { TimeAgo } from '../../../lib/time/time-ago';
import { AuthHeading } from '../auth-heading';

/** Target of the link in a mail about a change. Nothing happens before a click: mail scanners open links too. */
export default function AccountChangeScreen() {
  const { t } = useTranslation();
  const token = useLocation().hash.slice(1);
  const notice = useQuery({
    queryKey: ['public', 'change-notice', token],
    queryFn: ({ signal }) => call(changeNoticesApi.read, { body: { token }, signal }),
    enabled: token !== '',
    retry: false,
  });
  if (notice.data !== undefined) return <Change token={token} notice={notice.data} />;
  const isExpired = token === '' || (notice.error instanceof ApiError && notice.error.code === 'token_expired');
  if (isExpired) return <Expired />;
  if (notice.isError) return <LoadError isPage title={t('The change could not be loaded')} read={notice} />;
  return <TextSkeleton title={t('Loading')} lines={5} />;
}

function Change({ token, notice }: { token: string; notice: ChangeNotice }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const cancel = useMutation({ mutationFn: () => call(changeNoticesApi.cancel, { body: { token } }) });
  const secure = useMutation({
    mutationFn: () => call(changeNoticesApi.notMe, { body: { token } }),
    onSuccess: () => client.refetchQueries({ queryKey: sessionQuery.queryKey }), // this browser may have been signed in too
  });
  const problem = cancel.error ?? secure.error;
  if (secure.isSuccess) return <Secured />;
  return (
    <div className="grid gap-4">
      <AuthHeading title={t(ACCOUNT_CHANGES[notice.action as AccountChange])}>
        <span className="dotted">
          <span>
            <bdi>{notice.device}</bdi>
          </span>
          <span>
            <bdi>{notice.ip}</bdi>
          </span>
          <span className="whitespace-nowrap">
            <TimeAgo at={notice.at} />
          </span>
        </span>
      </AuthHeading>
      <AuditFacts {...notice} />
      {problem !== null && (
        <Notice tone="danger" role="alert">
          {errorText(t, problem, t('Something went wrong. Please try again.'))}
        </Notice>
      )}
      {cancel.isSuccess && (
        <Notice tone="success" role="status">
          {notice.action === 'wallet.requested'
            ? t('The change was cancelled. New invoices keep the current address.')
            : t('The change was cancelled')}
        </Notice>
      )}
      {notice.canCancel && !cancel.isSuccess && (
        <Button variant="primary" size="lg" block busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('Cancel this change')}
        </Button>
      )}
      <NotMe canSecure={notice.canSecure} isBusy={secure.isPending} onSecure={() => secure.mutate()} />
    </div>
  );
}

/** What the click does, before it. */
function NotMe({ canSecure, isBusy, onSecure }: { canSecure: boolean; isBusy: boolean; onSecure: () => void }) {
  const { t } = useTranslation();
  return (
    <section className="grid gap-3">
      <h2 className="card-title">{t('This was not me')}</h2>
      <p className="text-muted">
        {t(
          'Then somebody else is in your account. One click signs everyone out, invalidates the password, cancels pending address changes and freezes your receiving addresses. We email you a link to choose a new password. Open invoices and payments continue.',
        )}
      </p>
      <p className="text-muted">
        {t(
          'It also takes back the last 7 days: API keys, callback endpoints and payment links that were added stop working, and settings, rates and prices are as they were before.',
        )}
      </p>
      <p className="text-muted">
        {t(
          'Receiving addresses are as they were 7 days before, too. A network that had none then is off until you add one, and unpaid invoices that show an address of these days are cancelled.',
        )}
      </p>
      {canSecure ? (
        <Button variant="danger" size="lg" block busy={isBusy} onClick={onSecure}>
          {t('Sign everyone out and freeze addresses')}
        </Button>
      ) : (
        <Notice tone="warning">
          {t('This mailbox belongs to the account for less than 7 days. Please use the link in the mail to the earlier email address.')}
        </Notice>
      )}
    </section>
  );
}

function Secured() {
  const { t } = useTranslation();
  return (
    <div className="grid gap-4" role="status">
      <AuthHeading title={t('Your account is secured')}>
        {t('Everyone is signed out, and receiving addresses are frozen. A link to choose a new password is on its way to your mailbox.')}
      </AuthHeading>
      <p className="text-muted">
        {t(
          'After signing in, reset the API key of every merchant and check your receiving addresses, then lift the freeze under Profile, Security.',
        )}
      </p>
      <Button asChild size="lg" block>
        <Link to="/login">{t('Go to sign-in')}</Link>
      </Button>
    </div>
  );
}

function Expired() {
  const { t } = useTranslation();
  return (
    <div className="grid gap-4">
      <div role="alert">
        <AuthHeading title={t('This link has expired')}>
          {t('It works once, for 7 days. If you do not recognise a change, choose a new password: that signs everyone out.')}
        </AuthHeading>
      </div>
      <Button asChild variant="primary" size="lg" block>
        <Link to="/forgot-password">{t('Choose a new password')}</Link>
      </Button>
    </div>
  );
}
