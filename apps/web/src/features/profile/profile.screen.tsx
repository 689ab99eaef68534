import { TabPanel, Tabs } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { type CardLayout, CardSkeletons } from '../../lib/lists/card-skeletons';
import { LoadError } from '../../lib/lists/load-error';
import { usePageTitle } from '../../lib/page-title';
import { useScreenTabs } from '../../lib/screen';
import { profileQuery } from '../../lib/session/profile.query';
import { useSession } from '../../lib/session/session';
import { OwnProfileProvider } from './own-profile';
import { SecurityTips } from './security/security-tips';
import './profile.css';
import { useTranslation } from '../../lib/i18n/texts';

/** Of another feature: it says itself what could not be loaded. */
const TABS_WITHOUT_PROFILE: ReadonlySet<string> = new Set(['transaction']);

export default function ProfileScreen() {
  const { t } = useTranslation();
  const tabs = useScreenTabs('/profile');
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find(({ value }) => value === search.get('tab')) ?? tabs[0];
  usePageTitle(tab === undefined ? '' : t(tab.label));
  if (tab === undefined) return null;
  // "Until the user record loads the page shows Loading" (specification 1).
  const skeleton = tab.value === 'security' ? <SecuritySkeleton {...tab.skeleton} /> : <CardSkeletons {...tab.skeleton} says />;
  const panel = (
    <Suspense fallback={skeleton}>
      <tab.Panel />
    </Suspense>
  );
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
          {TABS_WITHOUT_PROFILE.has(tab.value) ? panel : <WithProfile skeleton={skeleton}>{panel}</WithProfile>}
        </TabPanel>
      </Tabs>
    </>
  );
}

/** The tips need no answer of the server: they are there at once. */
const SecuritySkeleton = (skeleton: CardLayout) => (
  <div className="profile-split">
    <CardSkeletons {...skeleton} says />
    <SecurityTips />
  </div>
);

function WithProfile({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) {
  const { t } = useTranslation();
  const { userId } = useSession();
  const profile = useQuery({ ...profileQuery(userId ?? ''), enabled: userId !== null });
  if (profile.data !== undefined) return <OwnProfileProvider value={profile.data}>{children}</OwnProfileProvider>;
  if (profile.isPending) return skeleton;
  return <LoadError title={t('Your profile could not be loaded')} read={profile} />;
}
