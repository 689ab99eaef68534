import { entries } from 'virtual:guides';
import { Button } from '@stablegate/ui';
import { BookOpen } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../../lib/i18n/texts';
import { usePageTitle } from '../../../lib/page-title';
import { DocsSearch } from '../search/docs-search';
import './guides.css';

export default function GuidesScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Guides'));
  return (
    <>
      <div className="page-head">
        <div>
          <h1 className="page-title">{t('Guides')}</h1>
          <p className="text-muted">{t('Step by step, and how to move here from another gateway.')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <DocsSearch />
          <Button asChild>
            <Link to="/docs">
              <BookOpen className="icon" aria-hidden="true" />
              {t('API reference')}
            </Link>
          </Button>
        </div>
      </div>
      <ul className="guide-cards">
        {entries.map(({ slug, title, summary }) => (
          <li key={slug} className="card" lang="en" dir="ltr">
            <h2>
              <Link to={`/docs/guides/${slug}`}>{title}</Link>
            </h2>
            <p className="text-muted">{summary}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
