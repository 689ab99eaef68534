import { accountsScreens } from '../features/accounts/accounts.screens';
import { contactScreens } from '../features/contact/contact.screens';
import { dashboardScreens } from '../features/dashboard/dashboard.screens';
import { legalScreens } from '../features/legal/legal.screens';
import { profileScreens } from '../features/profile/profile.screens';
import { sandboxScreens } from '../features/sandbox/sandbox.screens';
import type { Screen } from '../lib/screen';

/** Every screen there is. A feature adds its list here, and navigation and links to it turn on by themselves. */
export const screens: readonly Screen[] = [
  ...accountsScreens,
  ...dashboardScreens,
  ...profileScreens(),
  ...contactScreens,
  ...legalScreens,
  ...sandboxScreens,
];
