import { passwordResetApi } from '@stablegate/contract';
import { popup } from '@stablegate/ui';
import { call } from '../../../lib/api/api';
import { errorText, requestOf } from '../../../lib/api/error-text';
import { useTranslation } from '../../../lib/i18n/texts';

/** True when the request arrived; whether a mail is sent is never disclosed. */
export function useResetLink(): (email: string) => Promise<boolean> {
  const { t } = useTranslation();
  return async (email) => {
    try {
      await call(passwordResetApi.forgotPassword, { body: { email } });
      return true;
    } catch (error) {
      const text = errorText(t, error, t('Something went wrong. Please try again.'));
      // Not awaited: the form is usable while the message is shown.
      void popup({ title: t('The link could not be sent'), text, icon: 'error', failed: requestOf(t, error), buttonLabel: t('OK') });
      return false;
    }
  };
}
