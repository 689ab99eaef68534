import { merchantApi, translationsApi } from '@stablegate/contract';
import { expect, test } from 'vitest';
import { describeRoute } from './describe';

test('a limit that counts something else than calls is told by its own word', () => {
  expect(describeRoute(translationsApi.addMissing)).toContain('30 in a minute per address, and 500 reported keys in an hour per address.');
});

test('what only a use case counts, such as wrong keys, is no limit of the calls', () => {
  expect(describeRoute(merchantApi.create)).not.toContain('60 in a minute per address');
});
