import { BlockList, isIP, isIPv4 } from 'node:net';
import { AppError } from '../app-error';

type Range = { readonly address: string; readonly prefix: number; readonly family: 'ipv4' | 'ipv6' };

/** An IPv4 caller on a dual-stack socket appears as ::ffff:1.2.3.4; users write 1.2.3.4. */
const plainAddress = (ip: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;

/** "203.0.113.7", "203.0.113.0/24", "2001:db8::/32"; undefined for anything else. */
export function parseRange(text: string): Range | undefined {
  const [written = '', bits, ...rest] = text.trim().split('/');
  const address = plainAddress(written);
  if (rest.length > 0 || isIP(address) === 0 || address.includes('%')) return undefined;
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  const widest = family === 'ipv4' ? 32 : 128;
  if (bits === undefined) return { address, prefix: widest, family };
  if (!/^\d{1,3}$/.test(bits)) return undefined;
  const prefix = Number.parseInt(bits, 10);
  return prefix <= widest ? { address, prefix, family } : undefined;
}

export function isInRanges(ip: string, ranges: readonly string[]): boolean {
  const address = plainAddress(ip);
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  for (const range of ranges.map(parseRange)) {
    if (range !== undefined && range.family === family) list.addSubnet(range.address, range.prefix, range.family);
  }
  return list.check(address, family);
}

/** As written, without duplicates; refused with the path of each entry that is none. */
export function checkRanges(field: string, ranges: readonly string[]): string[] {
  const message = 'Enter an IP address or a CIDR range.';
  const errors = ranges.flatMap((range, index) => (parseRange(range) === undefined ? [{ path: `${field}.${index}`, message }] : []));
  if (errors.length > 0) throw new AppError('invalid_value', { message, errors });
  return [...new Set(ranges.map((range) => range.trim().toLowerCase()))];
}

export type Whitelist = { readonly whitelistIp: boolean; readonly allowedIps: readonly string[] };

export const isAddressAllowed = (user: Whitelist, ip: string): boolean => !user.whitelistIp || isInRanges(ip, user.allowedIps);
