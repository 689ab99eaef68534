import { useNavigate } from 'react-router';
import { useTranslation } from '../../lib/i18n/texts';
import { useHasScreen } from '../../lib/screen';
import { useSession } from '../../lib/session/session';
import { shownAdminNavigation } from '../frames/admin-navigation';
import { hrefOf, shownNavigation } from '../navigation';
import type { Command } from './command.types';

/** Every entry of the sidebar; a guard that redirects a guest to the sign-in brings them back to the chosen page. */
export function usePageCommands(): readonly Command[] {
  const { t } = useTranslation();
  const hasScreen = useHasScreen();
  const { teamRole } = useSession();
  const navigate = useNavigate();
  return shownNavigation(hasScreen, teamRole).flatMap((section) =>
    section.items.map((item) => ({
      id: `page ${hrefOf(item)}`,
      group: 'pages' as const,
      label: t(item.label),
      // "Security" alone is ambiguous; a section that repeats the name or says nothing (Main) is omitted.
      detail: item.tab === undefined || item.isDefaultTab || section.label === 'Main' ? undefined : t(section.label),
      words: [item.label, section.label, t(section.label)],
      icon: <item.icon className="icon" aria-hidden="true" />,
      run: () => void navigate(hrefOf(item)),
    })),
  );
}

/** The English labels and paths of the back office serve as keywords in every language. */
export function useAdminCommands(): readonly Command[] {
  const { t } = useTranslation();
  const { isAdmin } = useSession();
  const hasScreen = useHasScreen();
  const navigate = useNavigate();
  if (!isAdmin) return [];
  const items = shownAdminNavigation(hasScreen).flatMap((section) => section.items);
  return items
    .filter(({ path }) => path.startsWith('/admin/'))
    .map((item) => ({
      id: `page ${item.path}`,
      group: 'pages' as const,
      label: t(item.label),
      detail: t('Admin Panel'),
      words: [item.label, 'Admin Panel', t('Admin Panel'), ...item.path.split(/[/_-]/)],
      icon: <item.icon className="icon" aria-hidden="true" />,
      run: () => void navigate(item.path),
    }));
}
