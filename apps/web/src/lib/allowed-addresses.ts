import { ALLOWED_IPS_MAX } from '@stablegate/contract';
import type { TFunction } from './i18n/texts';

const IPV4_PART = /^(0|[1-9]\d{0,2})$/;
const IPV6_GROUP = /^[0-9a-f]{1,4}$/i;
const PREFIX = /^\d{1,3}$/;

const isIpv4 = (text: string): boolean => {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => IPV4_PART.test(part) && Number.parseInt(part, 10) <= 255);
};

function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  // The last 32 bits may be written as IPv4: ::ffff:203.0.113.7
  const hasIpv4Tail = last.includes('.');
  if (hasIpv4Tail && !isIpv4(last)) return false;
  const plain = hasIpv4Tail ? groups.slice(0, -1) : groups;
  const count = plain.length + (hasIpv4Tail ? 2 : 0);
  return plain.every((group) => IPV6_GROUP.test(group)) && (halves.length === 2 ? count < 8 : count === 8);
}

/** "203.0.113.7", "203.0.113.0/24", "2001:db8::/32": the same formats as on the server. */
export function isAddressOrRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const widest = isIpv4(address) ? 32 : isIpv6(address) ? 128 : undefined;
  if (widest === undefined || rest.length > 0) return false;
  return prefix === undefined || (PREFIX.test(prefix) && Number.parseInt(prefix, 10) <= widest);
}

type Added = { addresses: readonly string[] } | { problem: 'invalid'; text: string } | { problem: 'too-many' };

/** Input may hold several entries, separated by spaces, commas or lines; one bad entry adds none, so that none gets lost. */
export function addAddresses(before: readonly string[], text: string): Added {
  const entries = text
    .split(/[\s,;]+/)
    .filter((entry) => entry !== '')
    .map((entry) => entry.toLowerCase());
  const bad = entries.find((entry) => !isAddressOrRange(entry));
  if (bad !== undefined) return { problem: 'invalid', text: bad };
  const addresses = [...new Set([...before, ...entries])];
  return addresses.length > ALLOWED_IPS_MAX ? { problem: 'too-many' } : { addresses };
}

export const addressProblem = (t: TFunction, added: Extract<Added, { problem: string }>): string =>
  added.problem === 'invalid'
    ? t('{{address}} is not an IP address or a CIDR range.', { address: `"${added.text}"` })
    : t('The list is full: it can have at most 50 entries.');
