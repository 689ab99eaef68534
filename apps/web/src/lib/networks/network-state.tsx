import type { NetworkStatus } from '@stablegate/contract';
import { Badge, type BadgeTone } from '@stablegate/ui';
import { CircleCheck, CirclePause, CircleSlash, CircleX, Clock, type LucideIcon } from 'lucide-react';
import { useTranslation } from '../i18n/texts';
import { formatLagAgo } from '../time/lag.format';

const NOTHING = '–';

const looks: Readonly<Record<NetworkStatus['status'], { tone: BadgeTone; icon: LucideIcon; word: string }>> = {
  active: { tone: 'success', icon: CircleCheck, word: 'Active' },
  lagging: { tone: 'warning', icon: Clock, word: 'Behind' },
  down: { tone: 'danger', icon: CircleX, word: 'Not answering' },
  disabled: { tone: 'neutral', icon: CircleSlash, word: 'Switched off' },
};

type Look = (typeof looks)[NetworkStatus['status']];
/** Blocks are read, but payments cannot be made or confirmed as usual; the first that applies. */
const SLOW: Look = { tone: 'warning', icon: Clock, word: 'Slow to confirm' };
const hindrances: readonly (readonly [note: string, look: Look])[] = [
  ['token_deprecated', { tone: 'danger', icon: CircleX, word: 'USDT contract replaced by its issuer' }],
  ['token_paused', { tone: 'warning', icon: CirclePause, word: 'USDT paused by its issuer' }],
  ['quorum_not_reached', SLOW],
];

export type NetworkStateProps = Pick<NetworkStatus, 'status' | 'lateSeconds'> & { notes?: NetworkStatus['notes'] };

function lookOf({ status, lateSeconds, notes = [] }: NetworkStateProps): Look {
  if (status === 'down' || status === 'disabled') return looks[status];
  const hindrance = status === 'active' || lateSeconds !== null ? hindrances.find(([note]) => notes.includes(note)) : undefined;
  return hindrance?.[1] ?? (lateSeconds === null ? looks[status] : SLOW);
}

export function NetworkState(props: NetworkStateProps) {
  const { t } = useTranslation();
  const { tone, icon: Icon, word } = lookOf(props);
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
