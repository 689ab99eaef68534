import { IconButton, Menu, MenuChoices } from '@stablegate/ui';
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from '../../lib/i18n/texts';
import { setTheme, THEMES, type Theme, useTheme } from '../../lib/theme';

const icons: Record<Theme, LucideIcon> = { light: Sun, dark: Moon, system: Monitor };

export function ThemeMenu() {
  const { t } = useTranslation();
  const theme = useTheme();
  const labels: Record<Theme, string> = { light: t('Light'), dark: t('Dark'), system: t('System') };
  const iconOf = (each: Theme) => {
    const Icon = icons[each];
    return <Icon className="icon" aria-hidden="true" />;
  };
  return (
    <Menu trigger={<IconButton size="md" label={`${t('Theme')}: ${labels[theme]}`} tooltip={t('Theme')} icon={iconOf(theme)} />}>
      <MenuChoices
        value={theme}
        onChange={setTheme}
        choices={THEMES.map((each) => ({ value: each, label: labels[each], icon: iconOf(each) }))}
      />
    </Menu>
  );
}
