import { type InvitedRole, type TeamMember, teamApi } from '@stablegate/contract';
import { toast } from '@stablegate/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api';
import { errorText } from '../../lib/api/error-text';
import { useTranslation } from '../../lib/i18n/texts';
import { isSignInNotConfirmed, withRecentSignIn } from '../../lib/session/recent-sign-in';
import { useConfirmed } from '../../lib/use-confirmed';
import { teamQuery } from './team.queries';

/** A change of the team: says what happened, and shows the team as it is then. */
export function useTeamChange<V>(change: (values: V) => Promise<unknown>, done: string) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => toast.success(done),
    onError: (error) => {
      if (!isSignInNotConfirmed(error)) toast.error(errorText(t, error, t('Something went wrong. Please try again.')));
    },
    onSettled: () => client.invalidateQueries({ queryKey: teamQuery.queryKey }),
  });
}

export function useChangeRole(id: string) {
  const { t } = useTranslation();
  return useTeamChange(
    (role: InvitedRole) => withRecentSignIn(() => call(teamApi.changeRole, { params: { id }, body: { role } })),
    t('The role was changed.'),
  );
}

export function useWithdraw(id: string) {
  const { t } = useTranslation();
  return useTeamChange<void>(() => call(teamApi.withdraw, { params: { id } }), t('The invitation was withdrawn.'));
}

export function useRemoveMember({ id, username }: TeamMember) {
  const { t } = useTranslation();
  const change = useTeamChange<void>(
    () => call(teamApi.remove, { params: { id } }),
    t('{{name}} is no longer in your team.', { name: username }),
  );
  return useConfirmed(change, {
    title: t('Remove {{name}} from your team?', { name: username }),
    text: t('Their sessions on your account end immediately. What they did stays in the log.'),
    confirmLabel: t('Remove'),
    danger: true,
  });
}
