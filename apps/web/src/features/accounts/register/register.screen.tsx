import { Link, useLocation } from 'react-router';
import { RichText } from '../../../lib/i18n/rich-text';
import { useTranslation } from '../../../lib/i18n/texts';
import { usePageTitle } from '../../../lib/page-title';
import { ScreenLink } from '../../../lib/screen';
import { RegisterForm } from './register-form';

export default function RegisterScreen() {
  const { t } = useTranslation();
  const { search } = useLocation();
  usePageTitle(t('Sign Up'));
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <h1 className="page-title">{t('Create your account')}</h1>
        <p className="text-muted">{t('7 days without fees, then 0.5% per paid invoice.')}</p>
      </div>
      <RegisterForm />
      <TermsNote />
      <p className="text-center text-muted">
        {t('Already have an account?')}{' '}
        <Link className="link" to={{ pathname: '/login', search }}>
          {t('Sign In')}
        </Link>
      </p>
    </div>
  );
}

function TermsNote() {
  const { t } = useTranslation();
  const linkTo = (to: string) => (content: string) => (
    <ScreenLink to={to} className="link" otherwise="text">
      {content}
    </ScreenLink>
  );
  return (
    <p className="text-caption text-muted">
      <RichText
        text={t('By signing up you agree to the <terms>Terms</terms> and the <privacy>Privacy Policy</privacy>.')}
        parts={{ terms: linkTo('/terms'), privacy: linkTo('/privacy') }}
      />
    </p>
  );
}
