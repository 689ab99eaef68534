import { TabPanel, Tabs } from '@stablegate/ui';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { usePageTitle } from '../../lib/page-title';
import { ScreenLink, useScreenTabs } from '../../lib/screen';
import './contact.css';
import { useTranslation } from '../../lib/i18n/texts';

export default function ContactScreen() {
  const { t } = useTranslation();
  const tabs = useScreenTabs('/contact');
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find(({ value }) => value === search.get('tab')) ?? tabs[0];
  usePageTitle(t('Contact'));
  if (tab === undefined) return null;
  return (
    <>
      <h1 className="page-title mb-2">{t('Contact')}</h1>
      <Tabs
        label={t('Contact')}
        value={tab.value}
        onChange={(value) => setSearch({ tab: value })}
        items={tabs.map(({ value, label }) => ({ value, label: t(label) }))}
      >
        <TabPanel value={tab.value} className="pt-6">
          <Suspense fallback={null}>
            <tab.Panel />
          </Suspense>
        </TabPanel>
      </Tabs>
      <p className="mt-6 flex flex-wrap gap-4 text-caption text-muted">
        <ScreenLink to="/status" className="link link-quiet">
          {t('Service status')}
        </ScreenLink>
        <ScreenLink to="/terms" className="link link-quiet">
          {t('Terms')}
        </ScreenLink>
        <ScreenLink to="/privacy" className="link link-quiet">
          {t('Privacy Policy')}
        </ScreenLink>
      </p>
    </>
  );
}
