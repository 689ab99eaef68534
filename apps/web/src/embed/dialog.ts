import { type CheckoutEvent, type CheckoutMessage, MESSAGE_SOURCE, MESSAGE_VERSION } from '../lib/embed/messages';
import { logWarning } from '../lib/log';
import { DIALOG_STYLE, styled } from './style';
import { textsOf } from './texts';

/** A frame that was refused still "loads"; what is drawn says so at once. */
const READY_MS = 4_000;

/** What the shop hears; closed comes from here, whoever closed it. */
export type ShopEvent = Exclude<CheckoutEvent, { type: 'closed' | 'resize' }> | { readonly type: 'closed'; readonly paid: boolean };
export type Checkout = { readonly close: () => void };
export type CheckoutOptions = {
  readonly gateway: string;
  /** Of the gateway, for those who are not let in here: /bill/… or /pay/…. */
  readonly path: string;
  readonly lang: string;
  readonly label: string;
  readonly onEvent: (event: ShopEvent) => void;
};

function element<K extends keyof HTMLElementTagNameMap>(name: K, values: Partial<HTMLElementTagNameMap[K]>): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(name), values);
}

function parts({ gateway, path, lang, label }: CheckoutOptions) {
  const { close, elsewhere } = textsOf(lang);
  const host = element('div', { lang });
  const dialog = element('dialog', { ariaLabel: label });
  const head = element('header', { textContent: label });
  const button = element('button', { type: 'button', textContent: '×', ariaLabel: close, title: close });
  const query = new URLSearchParams({ origin: window.location.origin, lang });
  const frame = element('iframe', {
    title: label,
    allow: 'clipboard-write',
    referrerPolicy: 'no-referrer',
    src: `${gateway}/embed${path}?${query}`,
  });
  const fallback = element('a', { href: gateway + path, target: '_blank', rel: 'noopener', textContent: elsewhere, hidden: true });
  head.append(button);
  dialog.append(head, fallback, frame);
  styled(host, DIALOG_STYLE).append(dialog);
  return { host, dialog, button, frame, fallback };
}

const isOurs = (data: unknown): data is CheckoutMessage =>
  typeof data === 'object' &&
  data !== null &&
  (data as CheckoutMessage).source === MESSAGE_SOURCE &&
  (data as CheckoutMessage).version === MESSAGE_VERSION;

/** A modal dialog of the browser: it keeps the focus, closes with Escape, and gives the focus back. */
export function openCheckout(options: CheckoutOptions): Checkout {
  const { host, dialog, button, frame, fallback } = parts(options);
  let isPaid = false;
  const onMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== options.gateway || source !== frame.contentWindow || !isOurs(data)) return;
    if (data.type === 'closed') return dialog.close();
    if (data.type === 'resize') return frame.style.setProperty('height', `${data.height}px`);
    if (data.type === 'ready') started();
    if (data.type === 'paid') isPaid = true;
    fallback.hidden = true;
    frame.hidden = false;
    const { source: _source, version: _version, ...event } = data;
    options.onEvent(event);
  };
  const giveWayOut = () => {
    fallback.hidden = false;
    frame.hidden = true; // the browser's picture of a refusal explains nothing
    logWarning('Stablegate: the checkout did not start. Is this website among those that the merchant allows?', window.location.origin);
  };
  let late: ReturnType<typeof setTimeout> | undefined;
  /** A page may say that it is ready before the last of its pictures has come, and with it the frame's event. */
  let isEarly = false;
  const started = () => {
    isEarly = late === undefined;
    clearTimeout(late);
    late = undefined;
  };
  frame.addEventListener('load', () => {
    clearTimeout(late);
    late = isEarly ? undefined : setTimeout(giveWayOut, READY_MS);
    isEarly = false;
  });
  button.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => {
    clearTimeout(late);
    window.removeEventListener('message', onMessage);
    host.remove();
    options.onEvent({ type: 'closed', paid: isPaid });
  });
  window.addEventListener('message', onMessage);
  document.body.append(host);
  dialog.showModal();
  return { close: () => dialog.close() };
}
