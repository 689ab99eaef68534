import { CircleCheck, CircleDashed, CircleX, Clock, Loader, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../classes';

export type BadgeTone = 'success' | 'warning' | 'info' | 'danger' | 'neutral';
export type BadgeProps = { tone?: BadgeTone; icon?: ReactNode; children: ReactNode; className?: string };

export const Badge = ({ tone = 'neutral', icon, children, className }: BadgeProps) => (
  <span className={classes('badge', `badge-${tone}`, className)}>
    {icon}
    {children}
  </span>
);

/**
 * One map for table, detail and payment page: icon and colour of each status; the caller translates the text. Expired is grey, not red: it
 * is over, not an error.
 */
const statusLooks = {
  success: { tone: 'success', icon: CircleCheck },
  waiting: { tone: 'warning', icon: Clock },
  processing: { tone: 'info', icon: Loader },
  partial: { tone: 'warning', icon: CircleDashed },
  expired: { tone: 'neutral', icon: CircleX },
  failed: { tone: 'danger', icon: CircleX },
} as const satisfies Record<string, { tone: BadgeTone; icon: LucideIcon }>;

export type StatusLook = keyof typeof statusLooks;
/** `wraps`: a status of two parts, which takes two lines where there is no room for one. */
export type StatusBadgeProps = { look: StatusLook; wraps?: boolean; children: ReactNode };

export function StatusBadge({ look, wraps = false, children }: StatusBadgeProps) {
  const { tone, icon: Icon } = statusLooks[look];
  return (
    <Badge
      tone={tone}
      icon={<Icon className={classes(look === 'processing' && 'spin')} aria-hidden="true" />}
      className={classes(wraps && 'badge-wraps')}
    >
      {children}
    </Badge>
  );
}
