import { emailVerificationApi } from '@stablegate/contract';
import { Spinner, toast } from '@stablegate/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../lib/api/api';
import { ApiError } from '../../../lib/api/api-error';
import { errorText } from '../../../lib/api/error-text';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { usePageTitle } from '../../../lib/page-title';
import { sessionQuery } from '../../../lib/session/session';

/** It says what to do next, and the page behind it is the sign-in form, which knows nothing of it. */
const FAILURE_MS = 15_000;

/** A lost or mangled token is refused as an invalid value, which tells the user nothing. */
const failureText = (t: TFunction, error: unknown): string => {
  const isMangled = error instanceof ApiError && error.code === 'invalid_value';
  const text = t('This link has expired or was already used. Sign in to send a new one.');
  return isMangled ? text : errorText(t, error, text);
};

/** Target of the mailed link. Whatever the outcome, the front page is next; a message reports it. */
export default function VerifyLinkScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Verify Email'));
  const token = useSearchParams()[0].get('token') ?? '';
  const navigate = useNavigate();
  const client = useQueryClient();
  const isAsked = useRef(false);
  useEffect(() => {
    // Once, even where the effect runs twice.
    if (isAsked.current) return;
    isAsked.current = true;
    const verify = async () => {
      try {
        await call(emailVerificationApi.verify, { query: { token } });
        // The gate must be updated before it is shown again. A session that cannot be read now is read there.
        await client.refetchQueries({ queryKey: sessionQuery.queryKey });
        toast.success(t('Your email is verified.'), { id: 'email-verified' });
      } catch (error) {
        toast.error(failureText(t, error), { id: 'email-verified', durationMs: FAILURE_MS });
      }
      await navigate('/', { replace: true });
    };
    void verify();
  }, [client, navigate, token, t]);
  return (
    <div className="appear-late flex items-center justify-center gap-2 text-muted" role="status">
      <Spinner />
      <h1>{t('Verifying your email...')}</h1>
    </div>
  );
}
