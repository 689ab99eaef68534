import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons';

type Look = 'success' | 'info' | 'warning' | 'neutral';
const ICONS: Readonly<Record<Look, IconName>> = { success: 'paid', info: 'working', warning: 'part', neutral: 'over' };

/** A status is an icon, a text and a colour, the same as in the merchant's lists. */
export const Badge = ({ look, icon = ICONS[look], children }: { look: Look; icon?: IconName; children: ReactNode }) => (
  <span className={`badge b-${look}`}>
    <Icon name={icon} size="icon-sm" />
    {children}
  </span>
);
