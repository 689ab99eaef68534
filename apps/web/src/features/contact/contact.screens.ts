import { lazy } from 'react';
import type { Screen } from '../../lib/screen';

export const contactScreens: readonly Screen[] = [
  {
    path: '/contact',
    access: 'public',
    frame: 'shell',
    load: () => import('./contact.screen'),
    tabs: [
      { value: 'contact-information', label: 'Contact Information', Panel: lazy(() => import('./information-tab')) },
      { value: 'location', label: 'Location', Panel: lazy(() => import('./location-tab')) },
    ],
  },
];
