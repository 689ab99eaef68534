import { dateLanguage } from '@stablegate/rules';
import { RichText } from '../../lib/i18n/rich-text';
import { usePageTitle } from '../../lib/page-title';
import { ScreenLink } from '../../lib/screen';
import './legal.css';
import { useTranslation } from '../../lib/i18n/texts';

/** Update it together with a text: readers rely on it. */
const LAST_UPDATED = new Date('2026-11-15T00:00:00Z');

export type LegalSection = { id: string; title: string; paragraphs: readonly string[] };
export type LegalPageProps = { title: string; intro: string; sections: readonly LegalSection[] };

export function LegalPage({ title, intro, sections }: LegalPageProps) {
  const { t, language } = useTranslation();
  usePageTitle(title);
  const written = new Intl.DateTimeFormat(dateLanguage(language), { dateStyle: 'long', timeZone: 'UTC' }).format(LAST_UPDATED);
  // Vietnamese names the year where the library has a comma: 15 tháng 11 năm 2026.
  const updated = language === 'vi' ? written.replace(', ', ' năm ') : written;
  return (
    <div className="legal">
      <article>
        <h1 className="page-title">{title}</h1>
        <p className="num mt-1 text-caption text-subtle">{t('Last updated on {{date}}', { date: updated })}</p>
        <p className="legal-intro">{intro}</p>
        {sections.map(({ id, title: heading, paragraphs }, index) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>
              <span className="num text-subtle">{index + 1}.</span> {heading}
            </h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>
                <RichText text={paragraph} parts={links} />
              </p>
            ))}
          </section>
        ))}
      </article>
      <Contents sections={sections} />
    </div>
  );
}

const linkTo = (to: string) => (content: string) => (
  <ScreenLink to={to} className="link" otherwise="text">
    {content}
  </ScreenLink>
);
const links = { contact: linkTo('/contact'), terms: linkTo('/terms'), privacy: linkTo('/privacy') };

function Contents({ sections }: { sections: readonly LegalSection[] }) {
  const { t } = useTranslation();
  return (
    <nav className="legal-contents" aria-label={t('On this page')}>
      <div className="mb-2 text-caption font-medium text-muted">{t('On this page')}</div>
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
