import { emailVerificationApi } from '@stablegate/contract';
import { Spinner, toast } from '@stablegate/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../lib/api/api';
import { ApiError } from '../../../lib/api/api-error';
import { errorText } from '../../../lib/api/error-text';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { LoadError } from '../../../lib/lists/load-error';
import { TextSkeleton } from '../../../lib/lists/text-skeleton';
import { usePageTitle } from '../../../lib/page-title';
import { sessionQuery } from '../../../lib/session/session';
import { VerifyChoice } from './verify-choice';

/** It says what to do next, and the page behind it is the sign-in form, which knows nothing of it. */
const FAILURE_MS = 15_000;

/** A lost or mangled token is refused as an invalid value, which tells the user nothing. */
const failureText = (t: TFunction, error: unknown): string => {
  const isMangled = error instanceof ApiError && error.code === 'invalid_value';
  const text = t('This link has expired or was already used. Sign in to send a new one.');
  return isMangled ? text : errorText(t, error, text);
};

/**
 * Where there is nothing to ask about, verifying gives the answer: the link is over, or an api of the release before (docs/adr/0040) has no
 * such question.
 */
const NOTHING_TO_ASK: readonly string[] = ['token_expired', 'invalid_value', 'not_found'];

/**
 * Target of the mailed link. It verifies at once for the account that this browser is signed in to; for any other after a click, since
 * scanners open links too, and anybody can sign up with somebody's address.
 */
export default function VerifyLinkScreen() {
  const { t } = useTranslation();
  const token = useSearchParams()[0].get('token') ?? '';
  const [isChosen, setChosen] = useState(false);
  const link = useQuery({
    queryKey: ['public', 'verification-link', token],
    queryFn: ({ signal }) => call(emailVerificationApi.link, { body: { token }, signal }),
    retry: false,
  });
  const isNothingToAsk = link.error instanceof ApiError && NOTHING_TO_ASK.includes(link.error.code);
  if (isChosen || isNothingToAsk || link.data?.isOwn === true || link.data?.isDone === true) return <Verifying token={token} />;
  if (link.data !== undefined) return <VerifyChoice token={token} link={link.data} onVerify={() => setChosen(true)} />;
  if (link.isError) return <LoadError isPage title={t('The link could not be loaded')} read={link} />;
  return <TextSkeleton title={t('Verify Email')} lines={5} />;
}

/** Whatever the outcome, the front page is next; a message reports it. */
function Verifying({ token }: { token: string }) {
  const { t } = useTranslation();
  usePageTitle(t('Verify Email'));
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
