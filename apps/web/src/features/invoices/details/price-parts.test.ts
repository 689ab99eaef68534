import { expect, test } from 'vitest';
import { priceParts } from './price-parts';

test.each([
  ['only the fee', ['57.200000', '0.286000', '57.486000'], { fee: 286_000n, rounding: 0n, mark: 0n }],
  ['rounded up to four decimals', ['7.770000', '0.038850', '7.808900'], { fee: 38_850n, rounding: 50n, mark: 0n }],
  ['with what identifies the payment', ['25.500000', '0.127500', '25.630800'], { fee: 127_500n, rounding: 0n, mark: 3_300n }],
  ['with all of them', ['7.770000', '0.038850', '7.812200'], { fee: 38_850n, rounding: 50n, mark: 3_300n }],
] as const)('what is added to the amount, %s, adds up to what the customer pays', (_what, [amount, fee, payable], parts) => {
  expect(priceParts({ amount, fee, payable })).toEqual(parts);
});

test.each([
  ['a fee that is not told', { amount: '7.770000', fee: '0', payable: '7.808900' }],
  ['an amount that is not told', { amount: '', fee: '0.038850', payable: '7.808900' }],
  ['a sum that is not told', { amount: '7.770000', fee: '0.038850', payable: '' }],
  ['a sum below amount and fee', { amount: '7.770000', fee: '0.038850', payable: '7.770000' }],
])('nothing is claimed of %s', (_what, invoice) => {
  expect(priceParts(invoice)).toBeUndefined();
});
