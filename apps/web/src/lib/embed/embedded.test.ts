// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { embedLanguage, isEmbedded } from './address';
import { embedPath, postToParent } from './embedded';

const SHOP = 'https://shop.example';
const at = (path: string) => window.history.replaceState(null, '', path);

/** What the page around a frame at this address hears, and as which target. */
function heardAt(path: string): unknown[] {
  at(path);
  const heard: unknown[] = [];
  vi.spyOn(window, 'parent', 'get').mockReturnValue({ postMessage: (...call: unknown[]) => heard.push(call) } as unknown as Window);
  postToParent({ type: 'expired', trans_id: 'abc' });
  return heard;
}
afterEach(() => void vi.restoreAllMocks());

test('messages go to the website that the address names, and to no other', () => {
  const message = { source: 'stablegate', version: 1, type: 'expired', trans_id: 'abc' };
  expect(heardAt(`/embed/bill/abc?origin=${encodeURIComponent(SHOP)}`)).toEqual([[message, SHOP]]);
});

test.each([
  ['no website is named', '/embed/bill/abc'],
  ['every website is named', '/embed/bill/abc?origin=*'],
  ['a wildcard is named', '/embed/bill/abc?origin=https://*.example'],
  ['the page itself is named', '/embed/bill/abc?origin=/'],
  ['the page is not the one for frames', `/bill/abc?origin=${SHOP}`],
])('nobody hears anything when %s', (_name, path) => expect(heardAt(path)).toEqual([]));

test('the next page in the frame belongs to the same shop and language', () => {
  at(`/embed/pay/tea?origin=${SHOP}&lang=de`);
  expect([isEmbedded(), embedLanguage()]).toEqual([true, 'de']);
  expect(embedPath('/pay/tea?order=1')).toBe(`/embed/pay/tea?order=1&origin=${encodeURIComponent(SHOP)}&lang=de`);
  at('/pay/tea?lang=de');
  expect([isEmbedded(), embedLanguage()]).toEqual([false, undefined]);
});
