import type { EmptyStateProps, PaginationProps } from '@stablegate/ui';
import { useTranslation } from '../i18n/texts';
import type { ListState } from './list-state';

/** Texts shared by all lists; the back office has its own. */
export type ListTexts = {
  noAnswer: string;
  unknown: string;
  retry: string;
  request: string;
  copy: string;
  copied: string;
  /** Errors that a retry does not fix, by code. */
  refusals?: Readonly<Record<string, EmptyStateProps>>;
  /** An interrupted search. */
  searched: (time: string) => string;
  /** The position in the list. */
  summary: (list: Pick<ListState<unknown>, 'page' | 'pageCount' | 'total' | 'isCapped'>, figures: Figures) => string;
  pages: PaginationProps['labels'];
};

/** In the language's number format. */
export type Figures = { from: string; to: string; total: string };

export function useListTexts(): ListTexts {
  const { t } = useTranslation();
  return {
    noAnswer: t('The server did not answer. Your data is unchanged.'),
    unknown: t('Something went wrong. Please try again.'),
    retry: t('Retry'),
    request: t('Request ID'),
    copy: t('Copy'),
    copied: t('Copied'),
    searched: (time) =>
      t('The search took too long and only went back to {{time}}. Narrow the filters, or choose a period to find older ones.', { time }),
    summary: ({ isCapped }, figures) =>
      isCapped ? t('Showing {{from}} to {{to}} of more than {{total}}', figures) : t('Showing {{from}} to {{to}} of {{total}}', figures),
    pages: {
      nav: t('Pages'),
      previous: t('Previous page'),
      next: t('Next page'),
      page: (number) => t('Page {{number}}', { number }),
    },
  };
}
