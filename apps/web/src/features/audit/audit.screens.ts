import type { Screen } from '../../lib/screen';

export const auditScreens: readonly Screen[] = [
  { path: '/audit-log', access: 'member', frame: 'shell', load: () => import('./audit-log.screen') },
];
