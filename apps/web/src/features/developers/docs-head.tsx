import { Button } from '@stablegate/ui';
import { BookOpen, FileText, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';
import { DocsSearch } from './search/docs-search';
import './developers.css';

/** The pages of the documentation that lead to each other. */
const PAGES = {
  reference: { to: '/docs', Icon: BookOpen, text: (t: TFunction) => t('API reference') },
  guides: { to: '/docs/guides', Icon: FileText, text: (t: TFunction) => t('Guides') },
  errors: { to: '/docs/errors', Icon: TriangleAlert, text: (t: TFunction) => t('Error codes') },
};

type DocsHeadProps = {
  title: string;
  /** Of a title that is not translated. */
  lang?: string;
  summary?: string;
  links: readonly (keyof typeof PAGES)[];
  children?: ReactNode;
};

/** Title, search and the way to the other pages of the documentation. */
export function DocsHead({ title, lang, summary, links, children }: DocsHeadProps) {
  const { t, language } = useTranslation();
  return (
    <div className="page-head">
      <div>
        <h1 className="page-title" lang={lang}>
          {title}
        </h1>
        {summary !== undefined && <p className="text-muted">{summary}</p>}
        {language !== 'en' && <p className="text-caption text-muted">{t('This documentation is written in English.')}</p>}
      </div>
      <div className="phone-line">
        <DocsSearch />
        {links.map((page) => {
          const { to, Icon, text } = PAGES[page];
          return (
            <Button key={page} asChild>
              <Link to={to}>
                <Icon className="icon" aria-hidden="true" />
                {text(t)}
              </Link>
            </Button>
          );
        })}
        {children}
      </div>
    </div>
  );
}
