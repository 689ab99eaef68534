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

/** Specification 2, section 2; the third section holds the platform's two inboxes. The Vietnamese text is the translation key. */
export const adminNavigation: readonly AdminNavSection[] = [
  {
    label: 'Main',
    items: [
      { label: 'Dữ liệu', path: '/admin/dashboard', icon: ChartColumn },
      { label: 'Ngôn ngữ', path: '/admin/language', icon: Languages },
    ],
  },
  {
    label: 'Quản lý',
    items: [
      { label: 'Khách hàng', path: '/admin/users', icon: UsersRound },
      { label: 'Cửa hàng', path: '/admin/stores', icon: Store },
      { label: 'Hóa đơn nạp web', path: '/admin/deposit-invoices', icon: WalletMinimal },
      { label: 'Lịch sử giao dịch', path: '/admin/invoice', icon: ReceiptText },
      { label: 'Nhật ký kiểm tra', path: '/admin/audit-log', icon: ScrollText },
      { label: 'Lịch sử biến động số dư', path: '/admin/transaction_log', icon: ArrowLeftRight },
    ],
  },
  {
    label: 'Chờ xử lý',
    items: [
      { label: 'Chuyển khoản', path: '/admin/unmatched-bank-transfers', icon: Landmark },
      { label: 'Chuyển USDT', path: '/transfers', icon: Inbox },
    ],
  },
];

export const shownAdminNavigation = (hasScreen: (to: string) => boolean): readonly AdminNavSection[] =>
  adminNavigation
    .map((section) => ({ ...section, items: section.items.filter(({ path }) => hasScreen(path)) }))
    .filter(({ items }) => items.length > 0);
