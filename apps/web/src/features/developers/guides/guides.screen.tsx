import { entries } from 'virtual:guides';
import { Link } from 'react-router';
import { useTranslation } from '../../../lib/i18n/texts';
import { usePageTitle } from '../../../lib/page-title';
import { DocsHead } from '../docs-head';
import './guides.css';

export default function GuidesScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Guides'));
  return (
    <>
      <DocsHead title={t('Guides')} summary={t('Step by step, and how to move here from another gateway.')} links={['reference']} />
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
