import type { LinkState } from '@stablegate/contract';
import { Badge, type BadgeProps } from '@stablegate/ui';
import { useTranslation } from '../../lib/i18n/texts';

const LOOKS = {
  open: { tone: 'success', label: 'Open' },
  off: { tone: 'neutral', label: 'Switched off' },
  ended: { tone: 'neutral', label: 'Ended' },
  sold_out: { tone: 'warning', label: 'Sold out' },
} as const satisfies Readonly<Record<LinkState, { tone: BadgeProps['tone']; label: string }>>;

export function LinkStateBadge({ state }: { state: LinkState }) {
  const { t } = useTranslation();
  return <Badge tone={LOOKS[state].tone}>{t(LOOKS[state].label)}</Badge>;
}
