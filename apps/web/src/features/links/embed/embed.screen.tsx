import type { PaymentLink } from '@stablegate/contract';
import { Button, Card, CopyButton, Field, Notice, Skeleton, TextInput } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { embedQuery } from '../../../lib/api/embed.query';
import { useCopyToast } from '../../../lib/copy-toast';
import { useTranslation } from '../../../lib/i18n/texts';
import { LoadError } from '../../../lib/lists/load-error';
import { usePageTitle } from '../../../lib/page-title';
import { linksQuery } from '../links.queries';
import { UnknownLink } from '../unknown-link';
import { ButtonPreview } from './button-preview';
import { LABEL_CHARS_MAX, slugOf, snippetOf } from './snippet';
import './embed.css';

/** A payment link as a button on the merchant's own website. */
export default function EmbedScreen() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  usePageTitle(t('Button for your website'));
  const links = useQuery(linksQuery);
  const link = links.data?.find((each) => each.id === id);
  return (
    <>
      <Button asChild variant="ghost" size="sm" className="embed-back">
        <Link to="/payment-links">
          <ArrowLeft className="icon-sm flip" aria-hidden="true" />
          {t('Back')}
        </Link>
      </Button>
      {link !== undefined && <Embed link={link} />}
      {links.isPending && <Skeleton width="full" />}
      {links.isError && links.data === undefined && <LoadError isPage title={t('Your payment links could not be loaded')} read={links} />}
      {links.data !== undefined && link === undefined && <UnknownLink />}
    </>
  );
}

function Embed({ link }: { link: PaymentLink }) {
  const { t } = useTranslation();
  const copied = useCopyToast();
  const [typed, setTyped] = useState<string>();
  const label = (typed ?? t('Pay with USDT')).trim() || t('Pay with USDT');
  const snippet = snippetOf(link.url, label);
  return (
    <>
      <div className="page-head">
        <div className="min-w-0">
          <h1 className="page-title">{t('Button for your website')}</h1>
          <p className="text-muted">
            <bdi className="wrap-anywhere">{link.name}</bdi>
          </p>
        </div>
      </div>
      <div className="embed-columns">
        <Card title={t('Code for your page')}>
          <div className="grid grid-cols-1 gap-4">
            <Allowed storeId={link.storeId} storeName={link.storeName} />
            <Field label={t('Button text')}>
              {(aria) => (
                <TextInput
                  {...aria}
                  value={typed ?? t('Pay with USDT')}
                  maxLength={LABEL_CHARS_MAX}
                  autoComplete="off"
                  onChange={({ target }) => setTyped(target.value)}
                />
              )}
            </Field>
            <div className="embed-code">
              <pre dir="ltr">
                <code>{snippet}</code>
              </pre>
              <CopyButton
                value={snippet}
                label={t('Copy {{what}}', { what: t('Code for your page') })}
                copiedLabel={t('Copied')}
                onCopied={copied.done}
                onFailed={copied.refused}
              />
            </div>
            <p className="text-caption text-muted">
              {t(
                'Paste it where the button should be. Your page is told at once when the payment arrives, but ship only after the callback to your server.',
              )}
            </p>
          </div>
        </Card>
        <Card title={t('Preview')}>
          <ButtonPreview slug={slugOf(link.url)} label={label} />
        </Card>
      </div>
    </>
  );
}

/** Without a website the button would only offer the payment page. */
function Allowed({ storeId, storeName }: { storeId: string; storeName: string }) {
  const { t } = useTranslation();
  const settings = useQuery(embedQuery(storeId));
  const manage = (
    <Link className="link" to={`/manage-merchant?id=${storeId}&tab=details`}>
      {t('Allowed websites')}
    </Link>
  );
  if (settings.data === undefined) {
    return settings.isPending ? <Skeleton width="full" /> : <LoadError title={t('The settings could not be loaded')} read={settings} />;
  }
  if (settings.data.origins.length === 0)
    return (
      <Notice tone="warning">
        {t('Add your website to the allowed websites of {{store}} first; until then the checkout cannot open in your page.', {
          store: storeName,
        })}{' '}
        {manage}
      </Notice>
    );
  return (
    <p className="text-caption text-muted">
      {manage}: <bdi className="wrap-anywhere">{settings.data.origins.join(', ')}</bdi>
    </p>
  );
}
