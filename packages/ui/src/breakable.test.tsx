import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { breakable } from './breakable';

test.each([
  ['is_fee_paid_by_user', '<span class="inline-block">is_<wbr/>fee_<wbr/>paid_<wbr/>by_<wbr/>user</span>'],
  ['/payment/invoice/{trans_id}', '/<wbr/>payment/<wbr/>invoice/<wbr/>{trans_id}'],
  ['https://shop.example/hooks/stablegate', 'https://<wbr/>shop.<wbr/>example/<wbr/>hooks/<wbr/>stablegate'],
  ['invoice.partly_paid', 'invoice.<wbr/><span class="inline-block">partly_<wbr/>paid</span>'],
  ['/resend-callback', '/<wbr/><span class="inline-block">resend-callback</span>'],
  ['48.00', '48.00'],
  ['{…}', '{…}'],
  ['amount', 'amount'],
])('%s goes on after its marks, and a name in it only where it does not fit a line', (text, html) => {
  expect(renderToStaticMarkup(breakable(text))).toBe(html);
});
