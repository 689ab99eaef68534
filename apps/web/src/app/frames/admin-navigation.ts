import {
  ArrowLeftRight,
  ChartColumn,
  Inbox,
  Landmark,
  Languages,
  type LucideIcon,
  ReceiptText,
  ScrollText,
  Store,
  UsersRound,
  WalletMinimal,
} from 'lucide-react';

export type AdminNavItem = { label: string; path: string; icon: LucideIcon };
export type AdminNavSection = { label: string; items: readonly AdminNavItem[] };

/** Specification 2, section 2; the third section holds the platform's two inboxes. */
export const adminNavigation: readonly AdminNavSection[] = [
  {
    label: 'Main',
    items: [
      { label: 'Data', path: '/admin/dashboard', icon: ChartColumn },
      { label: 'Language', path: '/admin/language', icon: Languages },
    ],
  },
  {
    label: 'Manage',
    items: [
      { label: 'Customers', path: '/admin/users', icon: UsersRound },
      { label: 'Merchants', path: '/admin/stores', icon: Store },
      { label: 'Web deposit invoices', path: '/admin/deposit-invoices', icon: WalletMinimal },
      { label: 'Transaction history', path: '/admin/invoice', icon: ReceiptText },
      { label: 'Balance history', path: '/admin/transaction_log', icon: ArrowLeftRight },
      { label: 'Audit log', path: '/admin/audit-log', icon: ScrollText },
    ],
  },
  {
    label: 'To do',
    items: [
      { label: 'Bank transfers', path: '/admin/unmatched-bank-transfers', icon: Landmark },
      { label: 'USDT transfers', path: '/transfers', icon: Inbox },
    ],
  },
];

export const shownAdminNavigation = (hasScreen: (to: string) => boolean): readonly AdminNavSection[] =>
  adminNavigation
    .map((section) => ({ ...section, items: section.items.filter(({ path }) => hasScreen(path)) }))
    .filter(({ items }) => items.length > 0);
