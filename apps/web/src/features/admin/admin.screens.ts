import type { Screen } from '../../lib/screen';

const adminScreen = (path: string, load: Screen['load']): Screen => ({ path, access: 'admin', frame: 'admin', load });

export const adminScreens: readonly Screen[] = [
  adminScreen('/admin/dashboard', () => import('./dashboard/dashboard.screen')),
  adminScreen('/admin/users', () => import('./users/users.screen')),
  adminScreen('/admin/stores', () => import('./stores/stores.screen')),
  adminScreen('/admin/deposit-invoices', () => import('./deposits/deposits.screen')),
  adminScreen('/admin/transaction_log', () => import('./log/transaction-log.screen')),
  adminScreen('/admin/invoice', () => import('./invoices/invoices.screen')),
  adminScreen('/admin/language', () => import('./languages/languages.screen')),
  adminScreen('/admin/audit-log', () => import('./audit/audit-log.screen')),
  adminScreen('/admin/unmatched-bank-transfers', () => import('./bank-inbox/bank-inbox.screen')),
];
