import { BlockList, isIP, isIPv4 } from 'node:net';
import { describe, expect, test } from 'vitest';
import { isInRanges, parseRange } from './address-ranges';

const WRITTEN = [
  ...['0.0.0.0', '10.1.2.3', '10.1.3.3', '127.0.0.1', '128.0.0.1', '203.0.113.7', '255.255.255.255'],
  ...['::', '::1', '::2', '2001:db8::1', '2001:DB8:ffff::1', '2001:db9::1', 'fe80::1', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7::'],
  ...['::2:3:4:5:6:7:8', '64:ff9b::203.0.113.7', '1:2:3:4:5:6:1.2.3.4', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];
const NONE = [
  ...['', ' ', ':', ':::', '1', '1.2.3', '1.2.3.4.5', '1.2.3.256', '1.2.3.04', '1..2.3', '-1.2.3.4', '1.2.3.4::', '1.2.3.4:1::'],
  ...['1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7::8', '1::2::3', ':1:2:3:4:5:6:7', '1:2:3:4:5:6:7:', '12345::', 'g::'],
  ...['::1.2.3', '::1.2.3.256', 'fe80::1%eth0', 'localhost', '0x7f.0.0.1', '2130706433'],
];

describe('as the platform reads addresses', () => {
  test.each(WRITTEN)('%s is one', (text) => {
    expect(isIP(text)).not.toBe(0);
    expect(parseRange(text)?.family).toBe(isIPv4(text) ? 'ipv4' : 'ipv6');
  });
  test.each(NONE)('"%s" is none', (text) => {
    expect(text.includes('%') ? 0 : isIP(text)).toBe(0);
    expect(parseRange(text)).toBeUndefined();
    expect(isInRanges(text, ['0.0.0.0/0', '::/0'])).toBe(false);
  });
  test.each(WRITTEN)('%s is in a range of any width exactly when the platform says so', (base) => {
    const family = isIPv4(base) ? 'ipv4' : 'ipv6';
    const callers = WRITTEN.filter((ip) => isIPv4(ip) === isIPv4(base));
    for (let prefix = 0; prefix <= (family === 'ipv4' ? 32 : 128); prefix += 1) {
      const list = new BlockList();
      list.addSubnet(base, prefix, family);
      const range = `${base}/${prefix}`;
      expect([range, callers.filter((ip) => isInRanges(ip, [range]))]).toEqual([range, callers.filter((ip) => list.check(ip, family))]);
    }
  });
});

test.each([
  ['127.0.0.1', ['127.0.0.1/32'], true],
  ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
  ['10.1.2.3', ['::ffff:10.1.2.3'], true],
  ['2001:db8::1', ['2001:0DB8:0:0:0:0:0:1'], true],
  ['127.0.0.1', ['::/0'], false],
  ['::1', ['0.0.0.0/0'], false],
  ['127.0.0.1', ['nonsense', '127.0.0.1/33'], false],
  ['127.0.0.1', [], false],
])('%s in %j: %s', (ip, ranges, isInside) => expect(isInRanges(ip, ranges)).toBe(isInside));

test.each(['10.0.0.0/8', '0.0.0.0/0', '2001:db8::/32', '::/0', '::ffff:1.2.3.4', '::ffff:1.2.3.0/24'])('%s is a range', (text) =>
  expect(parseRange(text)).toBeDefined(),
);
test.each(['1.2.3.4/33', '1.2.3.4/-1', '1.2.3.4/', '1.2.3.4/8/8', '::1/129', '1.2.3.4 ,', '::ffff:1.2.3.4/128'])(
  '"%s" is no range',
  (text) => expect(parseRange(text)).toBeUndefined(),
);
