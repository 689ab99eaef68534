import { useQuery } from '@tanstack/react-query';
import { Languages, LogOut, Moon, Plus, Store, Sun } from 'lucide-react';
import { useNavigate } from 'react-router';
import { Flag } from '../../lib/i18n/flag';
import { languagesQuery } from '../../lib/i18n/i18n';
import { useTranslation } from '../../lib/i18n/texts';
import { useHasScreen } from '../../lib/screen';
import { useSession } from '../../lib/session/session';
import { useLogout } from '../../lib/session/use-logout';
import { useMay } from '../../lib/session/use-may';
import { setTheme, useTheme } from '../../lib/theme';
import { useChangeLanguage } from '../use-change-language';
import type { Command } from './command.types';

const group = 'actions' as const;

export function useActionCommands(): readonly Command[] {
  const { t } = useTranslation();
  const { isAuthenticated } = useSession();
  const logout = useLogout();
  const isDark = useIsDark();
  const createCommands = useCreateCommands();
  const ThemeIcon = isDark ? Sun : Moon;
  const theme: Command = {
    id: 'theme',
    group,
    label: isDark ? t('Switch to the light theme') : t('Switch to the dark theme'),
    words: ['Theme', t('Theme'), 'Light', 'Dark', t('Light'), t('Dark')],
    icon: <ThemeIcon className="icon" aria-hidden="true" />,
    run: () => setTheme(isDark ? 'light' : 'dark'),
  };
  const language: Command = {
    id: 'language',
    group,
    label: t('Switch language'),
    words: ['Language', t('Language')],
    icon: <Languages className="icon" aria-hidden="true" />,
    asks: t('Language'),
  };
  const signOut: Command = {
    id: 'logout',
    group,
    label: t('Logout'),
    words: ['Logout', 'Sign out'],
    icon: <LogOut className="icon flip" aria-hidden="true" />,
    run: () => void logout(),
  };
  return [...createCommands, theme, language, ...(isAuthenticated ? [signOut] : [])];
}

function useCreateCommands(): readonly Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const hasScreen = useHasScreen();
  const { isAuthenticated } = useSession();
  const [mayInvoice, mayStore] = [useMay('invoices'), useMay('stores')];
  const all = [
    {
      isAllowed: mayInvoice,
      to: '/invoices?new=1',
      label: t('Create invoice'),
      words: ['Create invoice', 'New invoice', t('New invoice')],
      Icon: Plus,
    },
    { isAllowed: mayStore, to: '/merchants?new=1', label: t('Add New Merchant'), words: ['Add New Merchant', 'Store'], Icon: Store },
  ];
  return all
    .filter(({ to, isAllowed }) => isAuthenticated && isAllowed && hasScreen(to))
    .map(({ to, label, words, Icon }) => ({
      id: `create ${to}`,
      group,
      label,
      words,
      icon: <Icon className="icon" aria-hidden="true" />,
      run: () => void navigate(to),
    }));
}

const useIsDark = (): boolean => {
  const theme = useTheme();
  return theme === 'dark' || (theme === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches);
};

/** Each is found by its own name, its name in English and in the current language, and its code. */
export function useLanguageCommands(): readonly Command[] {
  const { t, language } = useTranslation();
  const { data: languages = [] } = useQuery(languagesQuery);
  const change = useChangeLanguage();
  const names = ['en', language].map((code) => new Intl.DisplayNames([code], { type: 'language' }));
  return languages
    .filter(({ code }) => code !== language)
    .map(({ code, name, flag }) => ({
      id: `language ${code}`,
      group,
      label: name,
      lang: code,
      detail: t('Language'),
      words: ['Language', t('Language'), code, ...names.map((each) => each.of(code) ?? '')],
      isQuiet: true,
      icon: <Flag country={flag} />,
      run: () => void change(code),
    }));
}
