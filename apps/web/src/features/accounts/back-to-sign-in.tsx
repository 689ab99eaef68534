import { ArrowLeft } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useTranslation } from '../../lib/i18n/texts';
import { signInSearch } from './sign-in/sign-in-search';

export function BackToSignIn() {
  const { t } = useTranslation();
  const { search } = useLocation();
  return (
    <p className="text-center">
      <Link className="link inline-flex items-center gap-1" to={{ pathname: '/login', search: signInSearch(search) }}>
        <ArrowLeft className="icon-sm flip" aria-hidden="true" />
        {t('Back to sign in')}
      </Link>
    </p>
  );
}
