import { isInRanges, parseRange } from '@stablegate/rules';
import { AppError } from '../app-error';

/** As written, without duplicates; refused with the path of each entry that is none. */
export function checkRanges(field: string, ranges: readonly string[]): string[] {
  const message = 'Enter an IP address or a CIDR range.';
  const errors = ranges.flatMap((range, index) => (parseRange(range) === undefined ? [{ path: `${field}.${index}`, message }] : []));
  if (errors.length > 0) throw new AppError('invalid_value', { message, errors });
  return [...new Set(ranges.map((range) => range.trim().toLowerCase()))];
}

export type Whitelist = { readonly whitelistIp: boolean; readonly allowedIps: readonly string[] };

export const isAddressAllowed = (user: Whitelist, ip: string): boolean => !user.whitelistIp || isInRanges(ip, user.allowedIps);
