import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { setTexts } from '../lib/i18n/texts';
import { inPayOrder, payNetworks } from './bill/networks';
import { msLeftWhenRendered } from './live/countdown';
import type { FirstState } from './live/first-state';
import { isolated, useLocalTime } from './local-time';
import { PayPage } from './pay-page';
import { setMode } from './sandbox/runtime-mode';
import { t } from './texts';

/** Without script, while something can still happen. */
const RELOAD_SECONDS = 15;
const isOpen = ({ view }: FirstState): boolean => view.status === 'waiting' || view.status === 'processing';

/** Without script: the page reloads by itself, and includes what a choice would have shown. */
function WithoutScript({ view }: FirstState) {
  const timeOf = useLocalTime();
  const [, ...others] = inPayOrder(view.networks);
  // The server notices the end some seconds later.
  const isPayable = view.status === 'waiting' && msLeftWhenRendered(view) > 0;
  return (
    <div className="notice n-warning">
      <div>
        <p>{t('JavaScript is off, so this page reloads every 15 seconds to show whether your payment has arrived.')}</p>
        {isPayable && <p>{t('Pay before {{time}}.', { time: isolated(timeOf(view.expires_at)) })}</p>}
        {isPayable && others.length > 0 && (
          <details>
            <summary>{t('Other networks')}</summary>
            {others.map(({ network, address }) => (
              <p key={network}>
                {payNetworks[network].label}: <bdi className="mono">{address}</bdi>
              </p>
            ))}
          </details>
        )}
      </div>
    </div>
  );
}

export type RenderedBill = { readonly html: string; readonly noscript: string };

/** The same page as in the browser, rendered once on the server. Synchronous, so that the module-level language is safe. */
export function renderBill(first: FirstState, mode: string): RenderedBill {
  setMode(mode);
  setTexts(first.lang, first.texts);
  return {
    html: renderToString(<PayPage transId={first.view.trans_id} first={first} />),
    noscript: isOpen(first)
      ? `<meta http-equiv="refresh" content="${RELOAD_SECONDS}">${renderToStaticMarkup(<WithoutScript {...first} />)}`
      : '',
  };
}
