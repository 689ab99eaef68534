import type { LinkState } from '@stablegate/contract';
import { StatusBadge, type StatusLook } from '@stablegate/ui';
import { useTranslation } from '../../lib/i18n/texts';

const LOOKS = {
  open: { look: 'success', label: 'Active' }, // not "Open": many languages have only the verb of a button for it
  off: { look: 'expired', label: 'Switched off' },
  ended: { look: 'expired', label: 'Ended' },
  sold_out: { look: 'partial', label: 'Sold out' },
} as const satisfies Readonly<Record<LinkState, { look: StatusLook; label: string }>>;

export function LinkStateBadge({ state }: { state: LinkState }) {
  const { t } = useTranslation();
  return <StatusBadge look={LOOKS[state].look}>{t(LOOKS[state].label)}</StatusBadge>;
}
