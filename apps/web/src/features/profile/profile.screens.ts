import { lazy } from 'react';
import type { Screen, ScreenTab } from '../../lib/screen';

const tabs = {
  profile: {
    value: 'profile',
    label: 'Profile',
    Panel: lazy(() => import('./overview-tab')),
    skeleton: { cards: [4, 4, 4, 4, 7], className: 'profile-halves' },
  },
  security: {
    value: 'security',
    label: 'Security',
    Panel: lazy(() => import('./security/security-tab')),
    skeleton: { cards: [9, 5, 3, 5] },
  },
  password: { value: 'change-password', label: 'Change Password', Panel: lazy(() => import('./password-tab')) },
} satisfies Record<string, ScreenTab>;

/** The tabs, in order. The transactions belong to another feature, which passes its tab in here. */
export const profileScreens = ({ transaction }: { transaction?: ScreenTab } = {}): readonly Screen[] => [
  {
    path: '/profile',
    access: 'member',
    frame: 'shell',
    load: () => import('./profile.screen'),
    tabs: [tabs.profile, tabs.security, ...(transaction === undefined ? [] : [transaction]), tabs.password],
  },
];
