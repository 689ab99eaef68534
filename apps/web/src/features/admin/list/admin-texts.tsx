import { ShieldAlert } from 'lucide-react';
import { Link } from 'react-router';
import { formatNumber } from '../../../lib/i18n/format';
import { useTranslation } from '../../../lib/i18n/texts';
import type { ListTexts } from '../../../lib/lists/list-texts';
import { LoadError, type LoadErrorProps } from '../../../lib/lists/load-error';

/** Texts of lists and their errors in the back office. */
export function useAdminTexts(): ListTexts {
  const { t } = useTranslation();
  return {
    noAnswer: t('The server did not answer. No data was changed.'),
    unknown: t('Something went wrong. Please try again.'),
    retry: t('Retry'),
    request: t('Request ID'),
    copy: t('Copy'),
    copied: t('Copied'),
    // An admin without the second factor gets a link to its set-up.
    refusals: {
      two_factor_required: {
        icon: <ShieldAlert className="icon-lg" aria-hidden="true" />,
        title: t('Two-factor authentication is required'),
        text: t('Administrators must turn on two-factor authentication before they can use the admin panel.'),
        actions: (
          <Link className="btn btn-primary" to="/profile?tab=security">
            {t('Open security settings')}
          </Link>
        ),
      },
    },
    searched: (time) =>
      t('The search took too long and only went back to {{time}}. Narrow the filters, or choose dates to find older rows.', { time }),
    summary: ({ page, pageCount, total, isCapped }) => {
      const place = t('Page {{page}} of {{total}}', { page: formatNumber(page + 1), total: formatNumber(pageCount) });
      if (total === 0) return place;
      const rows = formatNumber(total);
      if (isCapped) return `${place} · ${t('more than {{total}} rows', { total: rows })}`;
      return `${place} · ${total === 1 ? t('1 row') : t('{{total}} rows', { total: rows })}`;
    },
    pages: {
      nav: t('Pagination'),
      previous: t('Previous page'),
      next: t('Next page'),
      page: (number) => t('Page {{number}}', { number }),
    },
  };
}

export const AdminLoadError = (props: Omit<LoadErrorProps, 'texts'>) => <LoadError {...props} texts={useAdminTexts()} />;
