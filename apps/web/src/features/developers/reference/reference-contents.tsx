import { breakable } from '@stablegate/ui';
import { Link, useLocation } from 'react-router';
import { useTranslation } from '../../../lib/i18n/texts';
import { MethodBadge } from './method-badge';
import type { Group } from './reference.model';

/** Router links, so that the filter stays in the URL and Back returns to the previous call. */
export function ReferenceContents({ groups }: { groups: readonly Group[] }) {
  const { t } = useTranslation();
  const { search, hash } = useLocation();
  return (
    <nav className="reference-contents" aria-label={t('On this page')}>
      {groups.map(({ id, tag, operations }) => (
        <div key={id} className="reference-contents-group">
          <Link to={{ search, hash: id }} className="reference-contents-tag" lang="en">
            {tag}
          </Link>
          <ul>
            {operations.map((operation) => (
              <li key={operation.id}>
                <Link
                  to={{ search, hash: operation.id }}
                  aria-current={hash === `#${operation.id}` ? 'location' : undefined}
                  title={operation.path}
                  dir="ltr"
                >
                  <MethodBadge method={operation.method} />
                  <span className="mono">{breakable(operation.path)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
