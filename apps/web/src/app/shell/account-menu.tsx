import { TEAM_ROLE_LABELS, type TeamAccount, teamApi } from '@stablegate/contract';
import { Avatar, Menu, MenuChoices, toast } from '@stablegate/ui';
import { useMutation } from '@tanstack/react-query';
import { ChevronsUpDown } from 'lucide-react';
import { call } from '../../lib/api/api';
import { errorText } from '../../lib/api/error-text';
import { useTranslation } from '../../lib/i18n/texts';

export default function AccountMenu({ accounts, current }: { accounts: readonly TeamAccount[]; current: TeamAccount }) {
  const { t } = useTranslation();
  const change = useMutation({
    mutationFn: (accountId: string) => call(teamApi.switch, { body: { accountId } }),
    // A new page: nothing of the other account may stay on screen.
    onSuccess: () => window.location.assign('/'),
    onError: (error) => toast.error(errorText(t, error, t('Something went wrong. Please try again.'))),
  });
  const role = t(TEAM_ROLE_LABELS[current.role]);
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="store-switch mb-3 w-full"
          aria-label={t('You work for {{name}} as {{role}}', { name: current.username, role })}
          disabled={change.isPending}
        >
          <Avatar name={current.username} shape="square" size="sm" />
          <span className="min-w-0 flex-1 text-start">
            <span className="block truncate font-medium">{current.username}</span>
            <span className="block truncate text-caption text-muted">{role}</span>
          </span>
          <ChevronsUpDown className="icon-sm" aria-hidden="true" />
        </button>
      }
    >
      <MenuChoices
        value={current.accountId}
        onChange={(accountId) => {
          if (accountId !== current.accountId) change.mutate(accountId);
        }}
        choices={accounts.map(({ accountId, username, role: each }) => ({
          value: accountId,
          label: `${username} · ${t(TEAM_ROLE_LABELS[each])}`,
          icon: <Avatar name={username} shape="square" size="sm" />,
        }))}
      />
    </Menu>
  );
}
