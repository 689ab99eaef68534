import { type SecurityChanges, type SecuritySettings, securityApi } from '@stablegate/contract';
import { toast } from '@stablegate/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addAddresses, addressProblem } from '../../../lib/allowed-addresses';
import { call } from '../../../lib/api/api';
import { errorText } from '../../../lib/api/error-text';
import { useTranslation } from '../../../lib/i18n/texts';
import { isSignInNotConfirmed, withRecentSignIn } from '../../../lib/session/recent-sign-in';
import { securitySettingsQuery } from './security.queries';

const sameList = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((each) => b.includes(each));

/** Only touched fields are sent: concurrent changes of another tab stay. */
function changesOf(saved: SecuritySettings, draft: SecuritySettings): SecurityChanges {
  return {
    ...(saved.emailOtp !== draft.emailOtp && { emailOtp: draft.emailOtp }),
    ...(saved.loginNotifications !== draft.loginNotifications && { loginNotifications: draft.loginNotifications }),
    ...(saved.whitelistIp !== draft.whitelistIp && { whitelistIp: draft.whitelistIp }),
    ...(!sameList(saved.allowedIps, draft.allowedIps) && { allowedIps: draft.allowedIps }),
  };
}

export function useSaveSecurity(userId: string, onSaved?: (settings: SecuritySettings) => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: SecurityChanges) => withRecentSignIn(() => call(securityApi.change, { params: { id: userId }, body: changes })),
    onSuccess: (settings) => {
      client.setQueryData(securitySettingsQuery(userId).queryKey, settings);
      onSaved?.(settings);
      toast.success(t('Security settings updated'));
    },
  });
}

export function useSecurityForm(userId: string, saved: SecuritySettings) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(saved);
  const [entry, setEntry] = useState('');
  const [entryProblem, setEntryProblem] = useState<string>();
  const { mutate, isPending: isSaving, error, reset } = useSaveSecurity(userId, setDraft);
  const changes = changesOf(saved, draft);

  /** Accepts the input; false when it is invalid. */
  const add = (text: string): SecuritySettings | false => {
    const added = addAddresses(draft.allowedIps, text);
    if ('problem' in added) {
      setEntryProblem(addressProblem(t, added));
      return false;
    }
    const next = { ...draft, allowedIps: [...added.addresses] };
    reset();
    setDraft(next);
    setEntry('');
    setEntryProblem(undefined);
    return next;
  };

  return {
    draft,
    entry,
    entryProblem,
    add,
    isSaving,
    isUnsaved: Object.keys(changes).length > 0 || entry.trim() !== '',
    problem: error === null || isSignInNotConfirmed(error) ? undefined : errorText(t, error, t('Something went wrong. Please try again.')),
    change: (change: Partial<SecuritySettings>) => {
      reset();
      setDraft({ ...draft, ...change });
    },
    type: (text: string) => {
      setEntry(text);
      setEntryProblem(undefined);
    },
    save: () => {
      // An address typed but not added yet is saved too.
      const next = draft.whitelistIp && entry.trim() !== '' ? add(entry) : draft;
      if (next !== false) mutate(changesOf(saved, next));
    },
  };
}

export type SecurityForm = ReturnType<typeof useSecurityForm>;
