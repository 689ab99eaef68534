import { Bullets, Card } from '@stablegate/ui';
import { useTranslation } from '../../../lib/i18n/texts';

export function SecurityTips() {
  const { t } = useTranslation();
  return (
    <Card title={t('Security tips')}>
      <Bullets
        texts={[
          t('Use a password you use nowhere else.'),
          t('Keep your recovery codes offline.'),
          t('Stablegate never asks for a wallet key or seed phrase.'),
          t('Reset an API key immediately if it may have leaked.'),
        ]}
      />
    </Card>
  );
}
