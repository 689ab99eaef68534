import { accountsApi, type OpenSession } from '@stablegate/contract';
import { Badge, Button, Skeleton, toast } from '@stablegate/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../../lib/api/api';
import { errorText } from '../../../lib/api/error-text';
import { useTranslation } from '../../../lib/i18n/texts';
import { localList } from '../../../lib/lists/list-state';
import { ListView } from '../../../lib/lists/list-view';
import { isSignInNotConfirmed, withRecentSignIn } from '../../../lib/session/recent-sign-in';
import { TimeAgo } from '../../../lib/time/time-ago';
import { sessionsQuery } from './security.queries';

export function SessionsCard() {
  const { t } = useTranslation();
  const sessions = useQuery(sessionsQuery);
  const card = (rows: ReactNode) => (
    <section className="card" aria-busy={sessions.isPending}>
      <div className="card-head">
        <h2 className="card-title">{t('Where you are signed in')}</h2>
        <EndOthersButton sessions={sessions.data ?? []} />
      </div>
      <ul>{rows}</ul>
    </section>
  );
  return (
    <ListView
      list={localList(sessions, sessions.data)}
      failure={t('Your sessions could not be loaded')}
      loading={card(<SessionSkeleton />)}
      look={(rows) => card(rows.map((session) => <SessionRow key={session.id} session={session} />))}
    />
  );
}

const PHONE = /android|ios|iphone|ipad|mobile/i;

function SessionRow({ session }: { session: OpenSession }) {
  const { t } = useTranslation();
  const { device, ipAddress, lastSeenAt, current } = session;
  const Icon = PHONE.test(device) ? Smartphone : Monitor;
  return (
    <li className="setting">
      <Icon className="icon text-subtle" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <div className="font-medium">{device}</div>
        <div className="session-facts text-caption text-muted">
          <span className="mono" dir="ltr">
            {ipAddress}
          </span>
          <span className="whitespace-nowrap">
            {current ? (
              t('Active now')
            ) : (
              <>
                {t('Last seen')}: <TimeAgo at={lastSeenAt} />
              </>
            )}
          </span>
        </div>
      </div>
      {current ? <Badge>{t('This device')}</Badge> : <EndButton session={session} />}
    </li>
  );
}

function EndOthersButton({ sessions }: { sessions: readonly OpenSession[] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => withRecentSignIn(() => call(accountsApi.endOtherSessions, {})),
    onSuccess: () => toast.success(t('All other sessions have ended')),
    onError: (error) => {
      if (!isSignInNotConfirmed(error)) toast.error(errorText(t, error, t('Something went wrong. Please try again.')));
    },
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  if (sessions.every(({ current }) => current)) return null;
  return (
    <Button size="sm" busy={end.isPending} onClick={() => end.mutate()}>
      {t('End all others')}
    </Button>
  );
}

function EndButton({ session }: { session: OpenSession }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => withRecentSignIn(() => call(accountsApi.endSession, { params: { id: session.id } })),
    onSuccess: () => {
      client.setQueryData(sessionsQuery.queryKey, (before) => before?.filter(({ id }) => id !== session.id));
      toast.success(t('The session has ended'));
    },
    // It may already have ended: the list is reloaded.
    onError: async (error) => {
      if (isSignInNotConfirmed(error)) return;
      toast.error(errorText(t, error, t('Something went wrong. Please try again.')));
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  return (
    <Button
      size="sm"
      busy={end.isPending}
      aria-label={t('End the session on {{device}}, {{ip}}', { device: session.device, ip: session.ipAddress })}
      onClick={() => end.mutate()}
    >
      {t('End')}
    </Button>
  );
}

const SessionSkeleton = () => (
  <li className="setting">
    <div className="grid flex-1 gap-3 py-1">
      <Skeleton width="lg" />
      <Skeleton width="full" />
    </div>
  </li>
);
