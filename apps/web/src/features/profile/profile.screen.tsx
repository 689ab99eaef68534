import { Spinner, TabPanel, Tabs } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { LoadError } from '../../lib/lists/load-error';
import { usePageTitle } from '../../lib/page-title';
import { useScreenTabs } from '../../lib/screen';
import { profileQuery, useSession } from '../../lib/session/session';
import { OwnProfileProvider } from './own-profile';
import './profile.css';
import { useTranslation } from '../../lib/i18n/texts';

export default function ProfileScreen() {
  const { t } = useTranslation();
  const tabs = useScreenTabs('/profile');
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find(({ value }) => value === search.get('tab')) ?? tabs[0];
  usePageTitle(tab === undefined ? '' : t(tab.label));
  if (tab === undefined) return null;
  return (
    <>
      <h1 className="page-title mb-2">{t('Profile')}</h1>
      <Tabs
        label={t('Profile')}
        value={tab.value}
        onChange={(value) => setSearch({ tab: value })}
        items={tabs.map(({ value, label }) => ({ value, label: t(label) }))}
      >
        <TabPanel value={tab.value} className="pt-6">
          <WithProfile>
            <Suspense fallback={<Loading />}>
              <tab.Panel />
            </Suspense>
          </WithProfile>
        </TabPanel>
      </Tabs>
    </>
  );
}

function WithProfile({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { userId } = useSession();
  const profile = useQuery({ ...profileQuery(userId ?? ''), enabled: userId !== null });
  if (profile.data !== undefined) return <OwnProfileProvider value={profile.data}>{children}</OwnProfileProvider>;
  if (profile.isPending) return <Loading />;
  return <LoadError title={t('Your profile could not be loaded')} read={profile} />;
}

function Loading() {
  const { t } = useTranslation();
  return (
    <p className="appear-late flex items-center justify-center gap-2 py-12 text-muted" role="status">
      <Spinner />
      {t('Loading')}
    </p>
  );
}
