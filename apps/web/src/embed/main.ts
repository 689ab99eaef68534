import { type Checkout, openCheckout, type ShopEvent } from './dialog';
import { BUTTON_STYLE, styled } from './style';
import { textsOf } from './texts';

/**
 * The script that shops include: draws a button for a payment link, and opens the checkout of an invoice that the shop's server has made.
 * It depends on nothing and asks for nothing until it is clicked.
 */
type OpenOptions = {
  /** The last part of a payment link, or the whole link. */
  readonly link?: string;
  /** A trans_id, or url_payment. */
  readonly invoice?: string;
  readonly lang?: string;
  readonly label?: string;
  readonly onEvent?: (event: ShopEvent) => void;
};
type Stablegate = { readonly version: 1; readonly open: (options: OpenOptions) => Checkout };
declare global {
  interface Window {
    Stablegate?: Stablegate;
  }
}

const ID = /^[\w-]{1,64}$/;

/** Both are given as an id or as the address of their page; an address of another gateway is a mistake. */
function pathOf(gateway: string, { link, invoice }: OpenOptions): string {
  const [page, given = ''] = link === undefined ? ['bill', invoice] : ['pay', link];
  const id = given.startsWith(`${gateway}/${page}/`) ? given.slice(gateway.length + page.length + 2).replace(/[/?#].*$/, '') : given;
  if (!ID.test(id)) throw new TypeError(`Stablegate: "${given}" is no ${link === undefined ? 'invoice' : 'payment link'} of ${gateway}`);
  return `/${page}/${id}`;
}

let opened: Checkout | undefined;

function start(script: HTMLScriptElement): void {
  const gateway = new URL(script.src).origin;
  const { link, label, lang, target } = script.dataset;

  const open = (options: OpenOptions, from: EventTarget = document): Checkout => {
    const chosen = options.lang ?? lang ?? (document.documentElement.lang || 'en');
    const path = pathOf(gateway, options);
    opened?.close();
    opened = openCheckout({
      gateway,
      path,
      lang: chosen,
      label: options.label ?? label ?? textsOf(chosen).pay,
      onEvent: (event) => {
        if (event.type === 'closed') opened = undefined;
        from.dispatchEvent(new CustomEvent(`stablegate:${event.type}`, { detail: event, bubbles: true, composed: true }));
        options.onEvent?.(event);
      },
    });
    return opened;
  };
  window.Stablegate ??= { version: 1, open: (options) => open(options) };
  if (link === undefined) return;

  pathOf(gateway, { link }); // a wrong link is said now, not at the first click
  const text = label ?? textsOf(lang ?? document.documentElement.lang).pay;
  const host = Object.assign(document.createElement('span'), { className: 'stablegate-button' });
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: text });
  button.setAttribute('part', 'button');
  button.setAttribute('aria-haspopup', 'dialog');
  button.addEventListener('click', () => open({ link }, host));
  styled(host, BUTTON_STYLE).append(button);
  const place = target === undefined ? null : document.querySelector(target);
  if (place === null) script.after(host);
  else place.append(host);
}

if (document.currentScript instanceof HTMLScriptElement) start(document.currentScript);
