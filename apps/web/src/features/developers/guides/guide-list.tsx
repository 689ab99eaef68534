import { entries } from 'virtual:guides';
import { Link } from 'react-router';
import { useTranslation } from '../../../lib/i18n/texts';

export function GuideList({ current }: { current: string }) {
  const { t } = useTranslation();
  return (
    <nav className="guide-list" aria-label={t('Guides')}>
      <ul>
        {entries.map(({ slug, title }) => (
          <li key={slug}>
            <Link to={`/docs/guides/${slug}`} aria-current={slug === current ? 'page' : undefined} lang="en">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
