import { entries, loadGuide } from 'virtual:guides';
import { Button, EmptyState, Skeleton } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { useTranslation } from '../../../lib/i18n/texts';
import { hasFailed, LoadError } from '../../../lib/lists/load-error';
import { usePageTitle } from '../../../lib/page-title';
import { DocsHead } from '../docs-head';
import { useAnchorOnArrival } from '../reference/use-anchor';
import type { Guide } from './guide.types';
import { Blocks } from './guide-blocks';
import { GuideList } from './guide-list';
import '../code.css';
import './guides.css';

/** One guide, in English as the files of the repository. */
export default function GuideScreen() {
  const { t } = useTranslation();
  const { slug = '' } = useParams();
  const load = loadGuide[slug];
  const entry = entries.find((each) => each.slug === slug);
  usePageTitle(entry?.title ?? t('Guides'));
  const guide = useQuery({
    queryKey: ['public', 'guide', slug],
    queryFn: async () => (load === undefined ? null : (await load()).default),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (load === undefined) return <NoGuide />;
  return (
    <>
      <DocsHead title={entry?.title ?? t('Guides')} lang="en" links={['reference', 'guides']} />
      <div className="guide-page">
        <GuideList current={slug} />
        {guide.data && <Shown guide={guide.data} />}
        {guide.isPending && <Skeleton />}
        {hasFailed(guide) && <LoadError title={t('The data could not be loaded')} read={guide} />}
      </div>
    </>
  );
}

/** Apart, so that the anchor is looked for once its heading is there. */
function Shown({ guide }: { guide: Guide }) {
  useAnchorOnArrival();
  return (
    <article className="guide" lang="en" dir="ltr">
      <Blocks blocks={guide.blocks} />
    </article>
  );
}

function NoGuide() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<SearchX className="icon-lg" aria-hidden="true" />}
      title={<h1>{t('This guide does not exist')}</h1>}
      text={t('It may have been deleted, or the link is incomplete.')}
      actions={
        <Button asChild size="sm">
          <Link to="/docs/guides">{t('All guides')}</Link>
        </Button>
      }
    />
  );
}
