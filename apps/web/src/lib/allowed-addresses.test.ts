import { ALLOWED_IPS_MAX } from '@stablegate/contract';
import { expect, test } from 'vitest';
import { addAddresses } from './allowed-addresses';

test.each([
  '203.0.113.7',
  '0.0.0.0/0',
  '203.0.113.0/24',
  '10.1.2.3/32',
  '::1',
  '::',
  '2001:db8::/32',
  '2001:db8:0:0:0:0:0:1',
  '::ffff:203.0.113.7',
  'FE80::1/128',
])('%s is taken', (text) => {
  expect(addAddresses([], text)).toEqual({ addresses: [text.toLowerCase()] });
});

test.each([
  'home',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.07',
  '203.0.113.7/33',
  '203.0.113.7/',
  '203.0.113.7/8/8',
  '203.0.113.7/-1',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1::2::3',
  '1:2:3:4:5:6:7::8',
  '2001:db8::/129',
  'fe80::1%eth0',
  '::ffff:203.0.113.300',
])('"%s" is refused', (text) => {
  expect(addAddresses([], text)).toEqual({ problem: 'invalid', text });
});

test('several pasted together are all added, without duplicates', () => {
  expect(addAddresses(['203.0.113.7'], '203.0.113.7, 198.51.100.0/24\n2001:DB8::1')).toEqual({
    addresses: ['203.0.113.7', '198.51.100.0/24', '2001:db8::1'],
  });
});

test('one bad entry adds none and is named', () => {
  expect(addAddresses([], '203.0.113.7 nonsense')).toEqual({ problem: 'invalid', text: 'nonsense' });
});

test("the list has the server's limit", () => {
  const full = Array.from({ length: ALLOWED_IPS_MAX }, (_, index) => `10.0.0.${index}`);
  expect(addAddresses(full, '10.0.1.1')).toEqual({ problem: 'too-many' });
  expect(addAddresses(full, '10.0.0.1')).toEqual({ addresses: full });
});
