import { useTranslation } from '../../lib/i18n/texts';
import { ScreenLink } from '../../lib/screen';
import { Dollars } from '../../lib/session/dollars';
import type { Account } from '../../lib/session/session';

/** Specification 1, section 9: the balance in the shell has six decimals. */
const DECIMALS = 6;

/** Balances arrive as numbers; they are only displayed, never used in calculations. */
export function WalletBalance({ user: { balance, available } }: { user: Account }) {
  const { t } = useTranslation();
  return (
    <div className="mb-3 px-1">
      <div className="flex flex-wrap items-baseline justify-between gap-1 text-caption">
        <span className="text-muted">{t('Wallet balance')}</span>
        <ScreenLink to="/top-up" className="link">
          {t('Add Funds')}
        </ScreenLink>
      </div>
      <Dollars className="text-heading font-medium" value={balance} decimals={DECIMALS} />
      {available !== balance && (
        <div className="text-caption text-muted">
          {t('Available')} <Dollars value={available} decimals={DECIMALS} />
        </div>
      )}
    </div>
  );
}
