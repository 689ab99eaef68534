import { accountsApi } from '@stablegate/contract';
import { type PopupIcon, popup } from '@stablegate/ui';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../../lib/api/api';
import { ApiError } from '../../../lib/api/api-error';
import { errorText } from '../../../lib/api/error-text';
import { isStrongEnough, type RegisterValues } from './register-rules';

/** Specification 1, section 9: the success popup is shown for 2 s. */
const SUCCESS_MS = 2_000;

/** The field an error refers to; the popup shows it, the field keeps it. */
const fieldOfCode: Readonly<Record<string, keyof RegisterValues>> = {
  username_taken: 'username',
  email_taken: 'email',
  weak_password: 'password',
  common_password: 'password',
};
export type FieldProblem = { field: keyof RegisterValues; message: string };

const isField = (path: string): path is keyof RegisterValues => path === 'username' || path === 'email' || path === 'password';

function problemsOf(error: unknown): readonly FieldProblem[] {
  if (!(error instanceof ApiError)) return [];
  const field = fieldOfCode[error.code];
  const byCode = field === undefined ? [] : [{ field, message: error.message }];
  return [...byCode, ...error.fieldErrors.flatMap(({ path, message }) => (isField(path) ? [{ field: path, message }] : []))];
}

export function useRegister(): (values: RegisterValues) => Promise<readonly FieldProblem[]> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search } = useLocation();
  // Not awaited: the form is usable while the message is shown.
  const say = (icon: PopupIcon, title: string, text: string) => void popup({ title, text, icon, buttonLabel: t('OK') });

  return async ({ username, email, password, confirm }) => {
    if (!isStrongEnough(password)) {
      say('warning', t('Weak Password'), t('Please choose a stronger password for better security.'));
      return [];
    }
    if (password !== confirm) {
      say('warning', t("Passwords Don't Match"), t('Please make sure your passwords match.'));
      return [];
    }
    try {
      await call(accountsApi.signup, { body: { username, email: email.trim(), password } });
    } catch (error) {
      const text = errorText(t, error, t('Something went wrong. Please try again.'));
      say('error', t('Registration Failed'), text);
      return problemsOf(error);
    }
    await popup({ title: t('Registration successful'), text: t('You can sign in now.'), icon: 'success', timerMs: SUCCESS_MS });
    await navigate({ pathname: '/login', search });
    return [];
  };
}
