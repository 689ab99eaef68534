import type { Screen } from '../../lib/screen';

export const statementsScreens: readonly Screen[] = [
  { path: '/statements', access: 'member', frame: 'shell', load: () => import('./statements.screen') },
];
