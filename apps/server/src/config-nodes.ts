import { FAMILY_OF, type Network } from '@stablegate/rules';
import { type Plan, PROVIDER_CODES, PROVIDERS, type ProviderCode, providerOf } from '@stablegate/rules/networks';
import { z } from 'zod';
import { list } from './config-protection';

/** What a node's requests are charged to: one per provider, whatever the networks. */
export type NodeAccount = { readonly provider: ProviderCode; readonly plan: Plan };

/** One node of a network, as configured. */
export type NodeSettings = {
  /** Without credentials: those are in the headers. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Requests per day (UTC) of its plan. */
  readonly budget?: number;
  /** Requests per second, where it differs from the network's. */
  readonly ratePerSecond?: number;
  /** Calls of one method within ten seconds, where a node limits methods separately. */
  readonly methodCallsPer10s?: number;
  /** Of a provider whose plans are known. */
  readonly account?: NodeAccount;
};

const HEADER_NAME = /^[!#$%&'*+.^_`~0-9A-Za-z-]+$/;
/** Printable ASCII: every HTTP client sends it the same way. */
const HEADER_VALUE = /^[\x20-\x7e]+$/;
const RESERVED_HEADERS = ['host', 'content-type', 'content-length', 'connection', 'transfer-encoding'];
const WRITTEN = 'write https://node|Header: value, several with commas between, or a JSON list [{"url":"…","headers":{"Header":"value"}}]';

class NodeComplaint extends Error {}

/** Error messages never contain a value: it may be a key. */
function readHeader(where: string, line: string): [string, string] {
  const at = line.indexOf(':');
  const [name, value] = at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  if (at < 0) throw new NodeComplaint(`${where} has a header without a colon: it is written Name: value`);
  return checkHeader(where, name, value);
}

function checkHeader(where: string, name: string, value: unknown): [string, string] {
  if (!HEADER_NAME.test(name))
    throw new NodeComplaint(`${where} has a header whose name has a space or another sign that names cannot have`);
  if (RESERVED_HEADERS.includes(name.toLowerCase()))
    throw new NodeComplaint(`${where} sets the header ${name}, which the connection itself sets`);
  if (typeof value !== 'string' || value.trim() === '') throw new NodeComplaint(`${where} has the header ${name} without a value`);
  if (!HEADER_VALUE.test(value)) throw new NodeComplaint(`the value of ${name} at ${where} has a line break or a letter beyond ASCII`);
  return [name, value.trim()];
}

function readUrl(position: number, text: string): { url: string; where: string; basic: string | undefined } {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol) || /[,|\s]/.test(parsed.host))
    throw new NodeComplaint(`node ${position} is not an http(s) address; ${WRITTEN}`);
  const { username, password, host } = parsed;
  const where = `node ${position} (${host})`;
  parsed.username = '';
  parsed.password = '';
  if (username === '' && password === '') return { url: text, where, basic: undefined };
  // fetch refuses URLs with credentials; this is the header a browser would send for them.
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url: parsed.href, where, basic: `Basic ${Buffer.from(pair, 'utf8').toString('base64')}` };
}

type Draft = {
  readonly url: string;
  readonly headers: (where: string) => [string, string][];
  readonly budget?: number;
  readonly rate?: number;
};

function toNode({ url: text, headers: readHeaders, budget, rate }: Draft, position: number): NodeSettings {
  const { url, where, basic } = readUrl(position, text);
  const headers = readHeaders(where);
  if (basic !== undefined && headers.some(([name]) => name.toLowerCase() === 'authorization'))
    throw new NodeComplaint(`${where} has credentials in its address and an Authorization header; one of them has to go`);
  if (basic !== undefined) headers.push(['Authorization', basic]);
  return {
    url,
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    ...(budget === undefined ? {} : { budget }),
    ...(rate === undefined ? {} : { ratePerSecond: rate }),
  };
}

const jsonNode = z.strictObject({
  url: z.string(),
  headers: z.record(z.string(), z.unknown()).optional(),
  budget: z.number().int().positive().optional(),
  rate: z.number().positive().max(10_000).optional(),
});
const jsonList = z.array(z.union([z.string().transform((url) => ({ url })), jsonNode])).min(1);

function readJson(text: string): Draft[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new NodeComplaint(`it begins with [ but is not JSON; ${WRITTEN}`);
  }
  const list = jsonList.safeParse(parsed);
  if (!list.success)
    throw new NodeComplaint(
      'each entry of the JSON list is an address or an object of url, headers (texts), budget (a whole number) and rate',
    );
  return list.data.map((entry: z.output<typeof jsonNode>) => ({
    url: entry.url,
    headers: (where) => Object.entries(entry.headers ?? {}).map(([name, value]) => checkHeader(where, name, value)),
    ...(entry.budget === undefined ? {} : { budget: entry.budget }),
    ...(entry.rate === undefined ? {} : { rate: entry.rate }),
  }));
}

/** A comma ends a node only before the next URL, so that values may contain commas. */
function readPairs(text: string): Draft[] {
  return text
    .replace(/[,\s]+$/, '')
    .split(/,\s*(?=https?:\/\/)/i)
    .map((part) => {
      const [url = '', ...lines] = part.split('|').map((piece) => piece.trim());
      return { url, headers: (where) => lines.map((line) => readHeader(where, line)) };
    });
}

/** `https://a|Header: value, https://b` or a JSON list of `{url, headers, budget, rate}`. */
export const nodeList = z.string().transform((value, context): NodeSettings[] => {
  try {
    const text = value.trim();
    return (text.startsWith('[') ? readJson(text) : readPairs(text)).map((draft, index) => toNode(draft, index + 1));
  } catch (error) {
    if (!(error instanceof NodeComplaint)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
});

export const headerLine = z.string().transform((value, context): [string, string] => {
  try {
    return readHeader('it', value);
  } catch (error) {
    if (!(error instanceof NodeComplaint)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
});

export type ChosenPlans = Readonly<Partial<Record<ProviderCode, string>>>;

const isProvider = (text: string): text is ProviderCode => (PROVIDER_CODES as readonly string[]).includes(text);
const plansOf = (provider: ProviderCode): readonly string[] => PROVIDERS[provider].plans.map(({ code }) => code);
const CHOICES = PROVIDER_CODES.filter((provider) => plansOf(provider).length > 1).map((each) => `${each}=${plansOf(each).join('|')}`);

export const planList = list
  .refine((parts) => parts.every((part) => /^\w+=\w+$/.test(part)), 'is written provider=plan')
  .transform((parts) => parts.map((part) => part.split('=') as [string, string]))
  .refine(
    (parts) => parts.every(([provider, plan]) => isProvider(provider) && plansOf(provider).includes(plan)),
    `has a provider or plan that is not one of ${CHOICES.join(', ')}`,
  )
  .transform((parts) => Object.fromEntries(parts) as ChosenPlans);

export const planFields = {
  RPC_PLANS: planList
    .optional()
    .describe(
      `Your plans at the providers of the nodes, provider=plan, comma-separated; the first of each is assumed: ${CHOICES.join(', ').replaceAll('|', ' or ')}`,
    ),
} satisfies Record<string, z.ZodType>;

type Reading = {
  readonly network: Network;
  readonly enabled: boolean;
  readonly endpoints: readonly NodeSettings[];
  readonly ratePerSecond: number;
};

function accountOf(url: string, chosen: ChosenPlans): NodeAccount | undefined {
  const provider = providerOf(url);
  if (provider === undefined) return undefined;
  const { plans } = PROVIDERS[provider];
  return { provider, plan: plans.find(({ code }) => code === chosen[provider]) ?? plans[0] };
}

/** Calls a second that a plan allows to one of so many nodes, of which some are of the same family. */
function shareOf({ provider, plan }: NodeAccount, network: Network, nodes: number, ofFamily: number): number {
  const family = FAMILY_OF[network];
  const each = PROVIDERS[provider].credits[family]?.each ?? 1;
  return Math.min(
    (plan.callsPerSecond ?? Number.POSITIVE_INFINITY) / nodes,
    (plan.creditsPerSecond ?? Number.POSITIVE_INFINITY) / each / nodes,
    (plan.callsPerSecondOn?.[family] ?? Number.POSITIVE_INFINITY) / ofFamily,
  );
}

/**
 * Nodes with their accounts. Where an account allows fewer calls a second than the usual rate of all its nodes together, each node gets its
 * share, unless a rate is configured.
 */
export function withAccounts<T extends Reading>(
  networks: readonly T[],
  chosen: ChosenPlans,
  isRateSet: (network: Network) => boolean,
): T[] {
  const all = networks
    .filter(({ enabled }) => enabled)
    .flatMap(({ network, endpoints }) => endpoints.map(({ url }) => ({ network, provider: providerOf(url) })));
  return networks.map((settings) => {
    const { network } = settings;
    const endpoints = settings.endpoints.map((node): NodeSettings => {
      const account = accountOf(node.url, chosen);
      if (account === undefined) return node;
      const siblings = all.filter(({ provider }) => provider === account.provider);
      const ofFamily = siblings.filter((sibling) => FAMILY_OF[sibling.network] === FAMILY_OF[network]);
      const share = Math.floor(shareOf(account, network, siblings.length, ofFamily.length) * 10) / 10;
      const { methodCallsPer10s } = account.plan;
      return {
        ...(share < settings.ratePerSecond && !isRateSet(network) ? { ratePerSecond: share } : {}),
        ...(methodCallsPer10s === undefined ? {} : { methodCallsPer10s }),
        ...node,
        account,
      };
    });
    return { ...settings, endpoints };
  });
}
