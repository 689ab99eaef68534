import { emailVerificationApi, type VerificationLink } from '@stablegate/contract';
import { Button, Notice } from '@stablegate/ui';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../../lib/api/api';
import { errorText } from '../../../lib/api/error-text';
import { useTranslation } from '../../../lib/i18n/texts';
import { TimeAgo } from '../../../lib/time/time-ago';
import { AuthHeading } from '../auth-heading';

export type VerifyChoiceProps = { token: string; link: VerificationLink; onVerify: () => void };

/** Anybody can sign up with somebody's address: whose account it is comes before the click. */
export function VerifyChoice({ token, link, onVerify }: VerifyChoiceProps) {
  const { t } = useTranslation();
  const refuse = useMutation({ mutationFn: () => call(emailVerificationApi.notMe, { body: { token } }) });
  if (refuse.isSuccess) return <Refused isSignUp={link.isSignUp} />;
  return (
    <div className="grid gap-4">
      <AuthHeading title={t('Verify your email')}>
        {link.isSignUp
          ? t('Somebody signed up with this address. Verify it only if the account is yours.')
          : t('This account is about to change to this address. Verify it only if the account is yours.')}
      </AuthHeading>
      <LinkFacts link={link} />
      {refuse.error !== null && (
        <Notice tone="danger" role="alert">
          {errorText(t, refuse.error, t('Something went wrong. Please try again.'))}
        </Notice>
      )}
      <Button variant="primary" size="lg" block disabled={refuse.isPending} onClick={onVerify}>
        {t('Verify')}
      </Button>
      <section className="grid gap-3">
        <h2 className="card-title">{t('This was not me')}</h2>
        <p className="text-muted">
          {link.isSignUp
            ? t(
                'Then somebody else entered your address. One click deletes the sign-up: nobody can sign in to that account any more, and the address is free again.',
              )
            : t('Then somebody else entered your address. One click cancels the change: that account does not get the address.')}
        </p>
        <Button variant="danger" size="lg" block busy={refuse.isPending} onClick={() => refuse.mutate()}>
          {link.isSignUp ? t('Delete this sign-up') : t('Cancel this change')}
        </Button>
      </section>
    </div>
  );
}

function LinkFacts({ link }: { link: VerificationLink }) {
  const { t } = useTranslation();
  return (
    <dl className="grid gap-1">
      <div className="flex flex-wrap justify-between gap-x-4">
        <dt className="text-muted">{t('Username')}</dt>
        <dd className="ms-auto wrap-anywhere text-end font-medium">
          <bdi>{link.username}</bdi>
        </dd>
      </div>
      <div className="flex flex-wrap justify-between gap-x-4">
        <dt className="text-muted">{t('Email')}</dt>
        <dd className="ms-auto wrap-anywhere text-end font-medium">
          <bdi>{link.email}</bdi>
        </dd>
      </div>
      <div className="flex flex-wrap justify-between gap-x-4">
        <dt className="text-muted">{t('Registered')}</dt>
        <dd className="ms-auto text-end font-medium">
          <TimeAgo at={link.createDate} clock="business" />
        </dd>
      </div>
    </dl>
  );
}

function Refused({ isSignUp }: { isSignUp: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-4" role="status">
      <AuthHeading title={isSignUp ? t('The sign-up was deleted') : t('The change was cancelled')}>
        {isSignUp
          ? t('Nobody can sign in to that account any more, and the address is free again.')
          : t('That account does not get your address.')}
      </AuthHeading>
      <Button asChild size="lg" block>
        <Link to="/login">{t('Go to sign-in')}</Link>
      </Button>
    </div>
  );
}
