import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { breakable } from './breakable';

test.each([
  ['is_fee_paid_by_user', 'is_<wbr/>fee_<wbr/>paid_<wbr/>by_<wbr/>user'],
  ['/payment/invoice/{trans_id}', '/<wbr/>payment/<wbr/>invoice/<wbr/>{trans_<wbr/>id}'],
  ['https://shop.example/hooks/stablegate', 'https://<wbr/>shop.example/<wbr/>hooks/<wbr/>stablegate'],
  ['amount', 'amount'],
])('%s goes on after its marks', (text, html) => {
  expect(renderToStaticMarkup(breakable(text))).toBe(html);
});
