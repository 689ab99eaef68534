import type { MailboxEntry } from '@stablegate/contract';
import { Button, TabPanel, Tabs } from '@stablegate/ui';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/texts';
import { TimeAgo } from '../../lib/time/time-ago';

/**
 * A mail is shown like a foreign page: no script, no cookies, no access to this page. Its links open in a new unrestricted tab, or the
 * verification page behind the link could not run.
 */
const FRAME_RIGHTS = 'allow-popups allow-popups-to-escape-sandbox';
const OWN_TABS = '<base target="_blank">';
const withOwnTabs = (html: string): string => (/<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, `$&${OWN_TABS}`) : OWN_TABS + html);

type Part = 'html' | 'text';

export function MailView({ mail, onBack }: { mail: MailboxEntry; onBack: () => void }) {
  const { t } = useTranslation();
  const [part, setPart] = useState<Part>(mail.html === '' ? 'text' : 'html');
  return (
    <article className="mail-view">
      <header className="mail-head">
        <Button className="mail-back" size="sm" icon={<ArrowLeft className="icon-sm flip" aria-hidden="true" />} onClick={onBack}>
          {t('All emails')}
        </Button>
        <h2 className="text-heading font-medium">{mail.subject}</h2>
        <p className="dotted text-caption text-muted wrap-anywhere">
          <span>
            {t('To')} <bdi className="text-default">{mail.to}</bdi>
          </span>
          <span>
            <TimeAgo at={mail.createdAt} />
          </span>
        </p>
      </header>
      <Tabs
        label={t('Parts of the mail')}
        value={part}
        onChange={setPart}
        items={[
          { value: 'html', label: 'HTML' },
          { value: 'text', label: t('Text') },
        ]}
      >
        <TabPanel value="html">
          <iframe className="mail-frame" title={mail.subject} sandbox={FRAME_RIGHTS} srcDoc={withOwnTabs(mail.html)} />
        </TabPanel>
        <TabPanel value="text">
          <pre className="mail-text">{mail.text}</pre>
        </TabPanel>
      </Tabs>
    </article>
  );
}
