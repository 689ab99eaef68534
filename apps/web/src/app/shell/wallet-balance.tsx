import type { User } from '@stablegate/contract';
import { Amount } from '@stablegate/ui';
import { useTranslation } from '../../lib/i18n/texts';
import { ScreenLink } from '../../lib/screen';

/** Specification 1, section 9: the balance in the shell has six decimals. */
const DECIMALS = 6;

/** Balances arrive as numbers; they are only displayed, never used in calculations. */
export function WalletBalance({ user }: { user: User }) {
  const { t } = useTranslation();
  const hasHolds = user.available !== user.balance;
  return (
    <div className="mb-3 px-1">
      <div className="flex flex-wrap items-baseline justify-between gap-1 text-caption">
        <span className="text-muted">{t('Wallet balance')}</span>
        <ScreenLink to="/top-up" className="link">
          {t('Add Funds')}
        </ScreenLink>
      </div>
      <Amount className="text-heading font-medium" value={String(user.balance)} decimals={DECIMALS} dollars />
      {hasHolds && (
        <div className="text-caption text-muted">
          {t('Available')} <Amount value={String(user.available)} decimals={DECIMALS} dollars />
        </div>
      )}
    </div>
  );
}
