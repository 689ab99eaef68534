import { teamApi } from '@stablegate/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { call } from '../../lib/api/api';
import { useSession } from '../../lib/session/session';

const AccountMenu = lazy(() => import('./account-menu'));

/** Which account the session works for; only for people who are in somebody's team. */
export default function AccountSwitcher() {
  const { accountId } = useSession();
  const accounts = useQuery({
    queryKey: ['team-accounts'],
    queryFn: ({ signal }) => call(teamApi.accounts, { signal }),
    staleTime: 5 * 60_000,
  });
  const current = accounts.data?.find((account) => account.accountId === accountId);
  return accounts.data === undefined || accounts.data.length < 2 || current === undefined ? null : (
    <Suspense>
      <AccountMenu accounts={accounts.data} current={current} />
    </Suspense>
  );
}
