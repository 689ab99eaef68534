import { mayRole, type TeamPermission, type TeamRole } from '@stablegate/contract';
import {
  ArrowLeftRight,
  BookOpen,
  BookText,
  Calculator,
  CodeXml,
  History,
  Inbox,
  KeyRound,
  LayoutDashboard,
  Link2,
  type LucideIcon,
  MapPin,
  MessageSquare,
  ReceiptText,
  ScrollText,
  Shield,
  Store,
  UserRound,
  Users,
  WalletMinimal,
} from 'lucide-react';

export type NavItem = {
  /** The English text, which is the translation key. */
  label: string;
  path: string;
  tab?: string;
  /** The tab that opens when the URL names none. */
  isDefaultTab?: true;
  /** Another path that belongs to the item, whatever tab is open there. */
  alias?: string;
  /** Paths below it belong to the item too. */
  within?: string;
  icon: LucideIcon;
  /** Hidden from members of a team whose role does not include it. */
  needs?: TeamPermission;
};
export type NavSection = { label: string; items: readonly NavItem[] };

/** Specification 1, section 2. An item shows once its screen is registered. */
export const navigation: readonly NavSection[] = [
  {
    label: 'Main',
    items: [
      { label: 'Dashboard', path: '/dashboard', alias: '/', icon: LayoutDashboard },
      { label: 'Top Up', path: '/top-up', tab: 'payment-method', isDefaultTab: true, icon: WalletMinimal, needs: 'deposits' },
      { label: 'Top-up history', path: '/top-up', tab: 'invoice', icon: History },
    ],
  },
  {
    label: 'Merchant',
    items: [
      { label: 'Merchants', path: '/merchants', alias: '/manage-merchant', icon: Store },
      { label: 'Invoices', path: '/invoices', within: '/invoice-details/', icon: ReceiptText },
      { label: 'Payment links', path: '/payment-links', within: '/payment-links/', icon: Link2 },
      { label: 'Point of sale', path: '/pos', icon: Calculator, needs: 'invoices' },
      { label: 'Unmatched transfers', path: '/transfers', icon: Inbox },
      { label: 'Team', path: '/team', icon: Users, needs: 'team' },
    ],
  },
  {
    label: 'Profile',
    items: [
      { label: 'Profile', path: '/profile', tab: 'profile', isDefaultTab: true, icon: UserRound },
      { label: 'Security', path: '/profile', tab: 'security', icon: Shield },
      { label: 'Transactions', path: '/profile', tab: 'transaction', icon: ArrowLeftRight },
      { label: 'Statements', path: '/statements', icon: BookText },
      { label: 'Audit log', path: '/audit-log', icon: ScrollText, needs: 'team' },
      { label: 'Change Password', path: '/profile', tab: 'change-password', icon: KeyRound },
    ],
  },
  {
    label: 'Developers',
    items: [
      { label: 'API Documentation', path: '/api', icon: CodeXml },
      { label: 'API reference', path: '/docs', within: '/docs/', icon: BookOpen },
    ],
  },
  {
    label: 'Support',
    items: [
      { label: 'Contact', path: '/contact', tab: 'contact-information', isDefaultTab: true, icon: MessageSquare },
      { label: 'Location', path: '/contact', tab: 'location', icon: MapPin },
    ],
  },
];

export const hrefOf = ({ path, tab }: Pick<NavItem, 'path' | 'tab'>): string => (tab === undefined ? path : `${path}?tab=${tab}`);

/** Specification 1: active when the path matches and the tab parameter matches, or both are absent. */
export function isActive(item: Omit<NavItem, 'icon' | 'label'>, location: { pathname: string; search: string }): boolean {
  if (location.pathname === item.alias) return true;
  if (item.within !== undefined && location.pathname.startsWith(item.within)) return true;
  if (location.pathname !== item.path) return false;
  const tab = new URLSearchParams(location.search).get('tab') ?? undefined;
  return tab === item.tab || (tab === undefined && item.isDefaultTab === true);
}

/** Guests, who have no role, see everything: a click leads to the sign-in. */
export function shownNavigation(hasScreen: (to: string) => boolean, role: TeamRole | null): readonly NavSection[] {
  const isShown = (item: NavItem) => hasScreen(hrefOf(item)) && (item.needs === undefined || role === null || mayRole(role, item.needs));
  return navigation.map((section) => ({ ...section, items: section.items.filter(isShown) })).filter((section) => section.items.length > 0);
}
