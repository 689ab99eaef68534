import { accountsApi } from '@stablegate/contract';
import { popup } from '@stablegate/ui';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api';
import { ApiError } from '../../lib/api/api-error';
import { errorText } from '../../lib/api/error-text';
import { useTranslation } from '../../lib/i18n/texts';
import { sessionsQuery } from './security/security.queries';

export type PasswordValues = { current: string; next: string; confirm: string };
export type PasswordProblem = { field: keyof PasswordValues | 'root'; message: string };

const fieldOfCode: Readonly<Record<string, keyof PasswordValues>> = {
  wrong_password: 'current',
  short_password: 'next',
  weak_password: 'next',
  common_password: 'next',
  guessable_password: 'next',
};

/** Resolves to the problem, or to undefined once the password is changed. */
export function useChangePassword(): (values: PasswordValues) => Promise<PasswordProblem | undefined> {
  const { t } = useTranslation();
  const client = useQueryClient();
  return async ({ current, next }) => {
    try {
      await call(accountsApi.changePassword, { body: { currentPassword: current, newPassword: next } });
    } catch (error) {
      const field = error instanceof ApiError ? fieldOfCode[error.code] : undefined;
      return { field: field ?? 'root', message: errorText(t, error, t('Something went wrong. Please try again.')) };
    }
    await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    // Not awaited: the form is empty again while the message is shown.
    void popup({
      title: t('Password updated'),
      text: t('Your other sessions have ended. Sign in there with the new password.'),
      icon: 'success',
      buttonLabel: t('OK'),
    });
    return undefined;
  };
}
