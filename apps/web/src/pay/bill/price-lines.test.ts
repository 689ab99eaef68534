import type { PaymentView } from '@stablegate/contract';
import { describe, expect, it } from 'vitest';
import { priceLines } from './price-lines';

const of = (amount: string, rest: Partial<PaymentView>) => priceLines({ amount, description: null, ...rest } as PaymentView);

describe('what the amount is made of', () => {
  it('is price and fee; a short description replaces the default label', () => {
    expect(of('130.5495', { price: '129.900000', fee: '0.649500', description: 'Grinder spare burr set' })).toEqual([
      { label: 'Grinder spare burr set', value: '129.9000' },
      { label: 'Service fee (0.5%)', value: '0.6495' },
    ]);
  });

  it('names the tail that identifies the payment, so that the lines add up', () => {
    expect(of('25.6308', { price: '25.500000', fee: '0.127500', description: 'x'.repeat(81) })).toEqual([
      { label: 'Price', value: '25.5000' },
      { label: 'Service fee (0.5%)', value: '0.1275' },
      { label: 'Identifies your payment', value: '0.0033' },
    ]);
  });

  it('calls what only rounds up to four places by that name', () => {
    expect(of('7.8089', { price: '7.770000', fee: '0.038850' }).slice(1)).toEqual([
      { label: 'Service fee (0.5%)', value: '0.03885' },
      { label: 'Rounded up', value: '0.00005' },
    ]);
    expect(of('7.8122', { price: '7.770000', fee: '0.038850' }).slice(2)).toEqual([
      { label: 'Rounded up', value: '0.00005' },
      { label: 'Identifies your payment', value: '0.0033' },
    ]);
  });

  it('never hides a fifth or sixth decimal', () => {
    expect(of('0.0336', { price: '0.033400', fee: '0.000167' }).map(({ value }) => value)).toEqual(['0.0334', '0.000167', '0.000033']);
  });

  it('is empty where the price is the amount, or is unknown', () => {
    expect(of('50.0000', { price: '50.000000', fee: '0.000000' })).toEqual([]);
    expect(of('50.0000', {})).toEqual([]);
  });
});
