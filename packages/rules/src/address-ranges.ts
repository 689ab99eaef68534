const IPV4_PART = /^(?:0|[1-9]\d{0,2})$/;
const IPV6_GROUP = /^[0-9a-f]{1,4}$/i;
const PREFIX = /^\d{1,3}$/;
const BYTE = 256n;
const GROUP = 65_536n;
const BITS = { ipv4: 32, ipv6: 128 } as const;

type Address = { readonly family: keyof typeof BITS; readonly value: bigint };
type AddressRange = Address & { readonly prefix: number };

/** An IPv4 caller on a dual-stack socket appears as ::ffff:1.2.3.4; users write 1.2.3.4. */
export const plainAddress = (ip: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;

function ipv4Of(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => IPV4_PART.test(part) && Number.parseInt(part, 10) <= 255)) return undefined;
  return parts.reduce((value, part) => value * BYTE + BigInt(part), 0n);
}

/** The last 32 bits may be written as IPv4: 64:ff9b::203.0.113.7 */
function withoutIpv4Tail(text: string): string | undefined {
  const start = text.lastIndexOf(':') + 1;
  const tail = text.slice(start);
  if (!tail.includes('.')) return text;
  const value = ipv4Of(tail);
  return value === undefined ? undefined : `${text.slice(0, start)}${(value / GROUP).toString(16)}:${(value % GROUP).toString(16)}`;
}

function ipv6Of(text: string): bigint | undefined {
  const halves = withoutIpv4Tail(text)?.split('::');
  if (halves === undefined || halves.length > 2) return undefined;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...Array<string>(missing).fill('0'), ...tail];
  if (!groups.every((group) => IPV6_GROUP.test(group))) return undefined;
  return groups.reduce((value, group) => value * GROUP + BigInt(`0x${group}`), 0n);
}

function parseAddress(text: string): Address | undefined {
  const plain = plainAddress(text);
  const ipv4 = ipv4Of(plain);
  if (ipv4 !== undefined) return { family: 'ipv4', value: ipv4 };
  const ipv6 = ipv6Of(plain);
  return ipv6 === undefined ? undefined : { family: 'ipv6', value: ipv6 };
}

/** "203.0.113.7", "203.0.113.0/24", "2001:db8::/32"; undefined for anything else. */
export function parseRange(text: string): AddressRange | undefined {
  const [written = '', bits, ...rest] = text.trim().split('/');
  const address = parseAddress(written);
  if (rest.length > 0 || address === undefined) return undefined;
  const widest = BITS[address.family];
  if (bits === undefined) return { ...address, prefix: widest };
  if (!PREFIX.test(bits)) return undefined;
  const prefix = Number.parseInt(bits, 10);
  return prefix <= widest ? { ...address, prefix } : undefined;
}

/** An entry that is no range, and a caller that is no address, match nothing. */
export function isInRanges(ip: string, ranges: readonly string[]): boolean {
  const caller = parseAddress(ip);
  if (caller === undefined) return false;
  return ranges.some((text) => {
    const range = parseRange(text);
    if (range === undefined || range.family !== caller.family) return false;
    const rest = BigInt(BITS[range.family] - range.prefix);
    return caller.value >> rest === range.value >> rest;
  });
}
