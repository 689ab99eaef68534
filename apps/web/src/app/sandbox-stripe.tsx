import { useTranslation } from 'react-i18next';
import { isSandbox } from '../lib/api/runtime-mode';

/** On every page of a sandbox, so that test money is not mistaken for real money. */
export function SandboxStripe() {
  const { t } = useTranslation();
  if (!isSandbox()) return null;
  return (
    <aside className="stripe" aria-label={t('TEST MODE')}>
      <strong>{t('TEST MODE')}</strong>
      <span>{t('Sandbox: no real money moves')}</span>
    </aside>
  );
}
