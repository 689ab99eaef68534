// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MESSAGE_SOURCE, MESSAGE_VERSION } from '../lib/embed/messages';
import { openCheckout } from './dialog';

const GATEWAY = 'https://pay.example';

beforeEach(() => {
  // Nothing is fetched: the frame's page is played below.
  Object.assign((window as unknown as { happyDOM: { settings: { navigation: object } } }).happyDOM.settings.navigation, {
    disableChildFrameNavigation: true,
  });
  vi.useFakeTimers();
  vi.stubGlobal('__EMBED_TEXTS__', { en: { pay: 'Pay', close: 'Close', elsewhere: 'Open the payment page' } });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

function open() {
  openCheckout({ gateway: GATEWAY, path: '/pay/tea', lang: 'en', label: 'Tea', onEvent: () => undefined });
  const root = document.body.lastElementChild?.shadowRoot;
  const frame = root?.querySelector('iframe') as HTMLIFrameElement;
  const inner = {} as Window;
  Object.defineProperty(frame, 'contentWindow', { value: inner });
  return {
    frame,
    load: () => frame.dispatchEvent(new Event('load')),
    ready: () => {
      const event = new Event('message');
      Object.assign(event, { origin: GATEWAY, source: inner, data: { source: MESSAGE_SOURCE, version: MESSAGE_VERSION, type: 'ready' } });
      window.dispatchEvent(event);
    },
  };
}

test('a page that says it is ready before it has loaded, or after, stays; one that says nothing gives way', () => {
  const { frame, load, ready } = open();
  load();
  ready();
  vi.advanceTimersByTime(120_000);
  expect(frame.hidden).toBe(false);
  ready(); // the bill, before its last picture
  load();
  vi.advanceTimersByTime(120_000);
  expect(frame.hidden).toBe(false);
  load(); // a page that may not be framed
  vi.advanceTimersByTime(120_000);
  expect(frame.hidden).toBe(true);
});
