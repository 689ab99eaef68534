import { IconButton, Menu, MenuChoices, MenuItem, MenuLabel } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, RotateCw } from 'lucide-react';
import { Flag } from '../lib/i18n/flag';
import { languagesQuery } from '../lib/i18n/i18n';
import { useTranslation } from '../lib/i18n/texts';
import { useChangeLanguage } from './use-change-language';

export type LanguageMenuProps = {
  /** icon: the flag alone, for the header · code: flag and code, for the sign-in. */ look: 'icon' | 'code';
};

export function LanguageMenu({ look }: LanguageMenuProps) {
  const { t, language } = useTranslation();
  const languages = useQuery(languagesQuery);
  const choose = useChangeLanguage();
  const current = languages.data?.find(({ code }) => code === language);
  const label = `${t('Language')}: ${current?.name ?? language}`;
  const flag = <Flag country={current?.flag} />;
  const trigger =
    look === 'icon' ? (
      <IconButton size="md" label={label} tooltip={t('Language')} icon={flag} />
    ) : (
      <button
        type="button"
        className="btn btn-ghost pull-end gap-2 text-caption font-regular"
        aria-label={`${label} (${language.toUpperCase()})`}
      >
        {flag}
        <span className="uppercase">{language}</span>
        <ChevronDown className="icon-sm" aria-hidden="true" />
      </button>
    );
  return (
    <Menu trigger={trigger}>
      {languages.data === undefined ? (
        <>
          <MenuLabel>{languages.isError ? t('The languages could not be loaded.') : t('Loading')}</MenuLabel>
          {languages.isError && (
            <MenuItem icon={<RotateCw className="icon" aria-hidden="true" />} onSelect={() => void languages.refetch()}>
              {t('Retry')}
            </MenuItem>
          )}
        </>
      ) : (
        <MenuChoices
          value={language}
          onChange={(code) => void choose(code)}
          choices={languages.data.map(({ code, name, flag: country }) => ({
            value: code,
            label: name,
            lang: code,
            icon: <Flag country={country} />,
          }))}
        />
      )}
    </Menu>
  );
}
