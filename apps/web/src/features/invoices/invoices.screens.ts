import type { Screen } from '../../lib/screen';

export const invoicesScreens: readonly Screen[] = [
  { path: '/invoices', access: 'member', frame: 'shell', load: () => import('./invoices.screen') },
  { path: '/invoice-details/:transId?', access: 'member', frame: 'shell', load: () => import('./details/invoice-details.screen') },
];
