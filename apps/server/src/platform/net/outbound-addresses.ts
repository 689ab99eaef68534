import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';

export type ResolveName = (host: string) => Promise<readonly string[]>;

/** IANA's special-purpose registry, and 168.63.129.16, Azure's platform address. */
const BLOCKED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/**
 * Everything outside 2000::/3, where the public internet is: loopback, v4-mapped, NAT64, unique local, link-local, multicast.
 * Inside it: Teredo and its neighbours, documentation, 6to4.
 */
const BLOCKED_V6 = ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
const LOOPBACK = { v4: ['127.0.0.0/8'], v6: ['::1/128'] };

function listOf(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', bits = ''] = subnet.split('/');
    list.addSubnet(network, Number.parseInt(bits, 10), family);
  }
  return list;
}

// One list per family: in a common list every v4 address would match ::/3 in its v4-mapped form.
const blocked = { v4: listOf(BLOCKED_V4, 'ipv4'), v6: listOf(BLOCKED_V6, 'ipv6') };
const loopback = { v4: listOf(LOOPBACK.v4, 'ipv4'), v6: listOf(LOOPBACK.v6, 'ipv6') };

/** Blocked destinations (SSRF): ourselves, a neighbour, or the cloud's metadata. Only the sandbox allows loopback. */
export function isBlockedAddress(address: string, { allowLoopback }: { allowLoopback: boolean }): boolean {
  if (isIP(address) === 0 || address.includes('%')) return true; // a zone names a local network interface
  if (isIPv6(address)) return blocked.v6.check(address, 'ipv6') && !(allowLoopback && loopback.v6.check(address, 'ipv6'));
  return blocked.v4.check(address, 'ipv4') && !(allowLoopback && loopback.v4.check(address, 'ipv4'));
}

/** RFC 6761: never resolved. */
const isLocalName = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');

export type OutboundRules = {
  /** Only the sandbox: its receivers run on this machine, on any port. */
  readonly allowLoopback: boolean;
  /** CALLBACK_PORTS; plain http needs 80 among them. */
  readonly ports: readonly number[];
};

const isLoopbackHost = (host: string): boolean =>
  isLocalName(host) || loopback.v4.check(host, 'ipv4') || loopback.v6.check(host.replace(/^\[|\]$/g, ''), 'ipv6');

/** Other ports belong to databases, mail servers and consoles, which a callback could be made to speak to. */
export function isBlockedPort({ protocol, port, hostname }: URL, { allowLoopback, ports }: OutboundRules): boolean {
  if (allowLoopback && isLoopbackHost(hostname)) return false;
  const isPlain = protocol === 'http:';
  const number = port === '' ? (isPlain ? 80 : 443) : Number.parseInt(port, 10);
  return !ports.includes(number) || (isPlain && !ports.includes(80));
}

const DNS_TRY_MS = 2_000;
const DNS_TRIES = 2;

/**
 * Uses DNS directly, not the system's getaddrinfo: that runs on the four threads that also hash passwords, so one merchant's slow zones
 * would delay everyone. IPv4 first: it is reachable from everywhere.
 */
export function createNameResolver(): ResolveName {
  const resolver = new Resolver({ timeout: DNS_TRY_MS, tries: DNS_TRIES });
  return async (host) => {
    if (isIP(host) !== 0) return [host];
    const name = host.replace(/\.$/, '');
    if (isLocalName(name)) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}
