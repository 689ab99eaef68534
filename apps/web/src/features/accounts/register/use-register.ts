import { accountsApi } from '@stablegate/contract';
import { popup } from '@stablegate/ui';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../../lib/api/api';
import { ApiError } from '../../../lib/api/api-error';
import { errorText, requestOf } from '../../../lib/api/error-text';
import { useTranslation } from '../../../lib/i18n/texts';
import { passwordWarning, type RegisterValues } from './register-rules';

/** Specification 1, section 9: the success popup is shown for 2 s. */
const SUCCESS_MS = 2_000;

/** The field an error refers to; the popup shows it, the field keeps it. */
const fieldOfCode: Readonly<Record<string, keyof RegisterValues>> = {
  username_taken: 'username',
  email_taken: 'email',
  short_password: 'password',
  weak_password: 'password',
  common_password: 'password',
  guessable_password: 'password',
};
export type FieldProblem = { field: keyof RegisterValues; message: string };

const isField = (path: string): path is keyof RegisterValues => path === 'username' || path === 'email' || path === 'password';

function problemsOf(error: unknown): readonly FieldProblem[] {
  if (!(error instanceof ApiError)) return [];
  const field = fieldOfCode[error.code];
  const byCode = field === undefined ? [] : [{ field, message: error.message }];
  return [...byCode, ...error.fieldErrors.flatMap(({ path, message }) => (isField(path) ? [{ field: path, message }] : []))];
}

/** Shows what is wrong with the passwords, if anything. */
export function useWarnOfPasswords(): (values: RegisterValues) => boolean {
  const { t } = useTranslation();
  return (values) => {
    const warning = passwordWarning(values);
    if (warning === undefined) return false;
    void popup({ title: t(warning.title), text: t(warning.text), icon: 'warning', buttonLabel: t('OK') });
    return true;
  };
}

export function useRegister(): (values: RegisterValues) => Promise<readonly FieldProblem[]> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search } = useLocation();
  return async ({ username, email, password }) => {
    try {
      await call(accountsApi.signup, { body: { username, email: email.trim(), password } });
    } catch (error) {
      const text = errorText(t, error, t('Something went wrong. Please try again.'));
      // Not awaited: the form is usable while the message is shown.
      void popup({ title: t('Registration Failed'), text, icon: 'error', failed: requestOf(t, error), buttonLabel: t('OK') });
      return problemsOf(error);
    }
    await popup({ title: t('Registration successful'), text: t('You can sign in now.'), icon: 'success', timerMs: SUCCESS_MS });
    await navigate({ pathname: '/login', search }, { state: { username } });
    return [];
  };
}
