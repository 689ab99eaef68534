import type { NetworkStatus } from '@stablegate/contract';
import { Badge, type BadgeTone } from '@stablegate/ui';
import { CircleCheck, CircleSlash, CircleX, Clock, type LucideIcon } from 'lucide-react';
import { useTranslation } from '../i18n/texts';
import { formatLagAgo } from '../time/lag.format';

const NOTHING = '–';

const looks: Readonly<Record<NetworkStatus['status'], { tone: BadgeTone; icon: LucideIcon; word: string }>> = {
  active: { tone: 'success', icon: CircleCheck, word: 'Active' },
  lagging: { tone: 'warning', icon: Clock, word: 'Behind' },
  down: { tone: 'danger', icon: CircleX, word: 'Not answering' },
  disabled: { tone: 'neutral', icon: CircleSlash, word: 'Switched off' },
};

/** Blocks are read, but too few nodes are available to confirm their transfers. */
const CONFIRMS_LATE = { tone: 'warning', icon: Clock, word: 'Slow to confirm' } as const;

export type NetworkStateProps = Pick<NetworkStatus, 'status'> & { confirmsLate?: boolean };

export function NetworkState({ status, confirmsLate = false }: NetworkStateProps) {
  const { t } = useTranslation();
  const { tone, icon: Icon, word } = confirmsLate && status === 'active' ? CONFIRMS_LATE : looks[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {t(word)}
    </Badge>
  );
}

export function Lag({ seconds }: { seconds: number | null }) {
  const { language } = useTranslation();
  return seconds === null ? NOTHING : formatLagAgo(seconds, language);
}
