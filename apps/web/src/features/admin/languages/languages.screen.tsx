import { Button } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { Languages, Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { languagesQuery } from '../../../lib/i18n/i18n';
import { usePageTitle } from '../../../lib/page-title';
import { AddLanguageDialog } from './add-language-dialog';
import { LanguageTrail } from './language-trail';
import { NewKeysCard } from './new-keys-card';
import { RetranslationProgress } from './retranslation-progress';
import { TranslationTable } from './translation-table';
import { TranslationTools } from './translation-tools';
import { useLanguageActions } from './use-language-actions';
import { useLanguageFilters } from './use-language-filters';
import '../list/admin-list.css';
import './languages.css';
import { useTranslation } from '../../../lib/i18n/texts';

export default function LanguagesScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Language'), 'Admin');
  const { filters, setFilters } = useLanguageFilters();
  const [isAdding, setAdding] = useState(false);
  const languages = useQuery(languagesQuery).data ?? [];
  const { running, retranslate, sync } = useLanguageActions(filters.lang);
  return (
    <>
      <div className="admin-title">
        <h1 className="page-title language-title">{t('Language')}</h1>
        <Button
          busy={running === 'retranslate'}
          icon={<Languages className="icon" aria-hidden="true" />}
          onClick={() => void retranslate()}
        >
          {t('Retranslate all')}
        </Button>
        <Button busy={running === 'sync'} icon={<RefreshCw className="icon" aria-hidden="true" />} onClick={() => void sync()}>
          {t('Sync keys')}
        </Button>
        <Button icon={<Plus className="icon" aria-hidden="true" />} variant="primary" onClick={() => setAdding(true)}>
          {t('Add language')}
        </Button>
      </div>
      <div className="language-grid">
        <div className="admin-list">
          <TranslationTools filters={filters} setFilters={setFilters} />
          <RetranslationProgress key={filters.lang} lang={filters.lang} />
          <TranslationTable filters={filters} setFilters={setFilters} />
        </div>
        <div className="language-side">
          <NewKeysCard />
          <LanguageTrail />
        </div>
      </div>
      <AddLanguageDialog open={isAdding} taken={languages} onClose={() => setAdding(false)} onAdded={(lang) => setFilters({ lang })} />
    </>
  );
}
