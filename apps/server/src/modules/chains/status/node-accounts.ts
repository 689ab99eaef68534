import type { Network } from '@stablegate/contract';
import { type NetworkFamily, type Plan, PROVIDERS, type ProviderCode } from '@stablegate/rules/networks';
import type { NetworkSettings } from '../../../config-networks';
import { FAMILY_OF } from '../chains.domain';
import { type Finding, note, ok, problem } from '../check-nodes/findings';
import { type Calls, methodsOf, totalOf } from './rpc-cost';

/** What the shops ask of the nodes, as far as requests depend on it. */
export type Load = {
  readonly invoicesPerDay: (network: Network) => number;
  readonly addresses: (network: Network) => number;
};

/** What all networks together ask of one account. */
export type AccountLoad = {
  readonly provider: ProviderCode;
  readonly plan: Plan;
  readonly networks: readonly Network[];
  readonly callsPerDay: number;
  readonly creditsPerDay: number;
  /** While something is open on every network. */
  readonly callsPerSecond: number;
  readonly creditsPerSecond: number;
  /** What the gateway limits itself to. */
  readonly rate: number;
  readonly familyCallsPerSecond: Readonly<Partial<Record<NetworkFamily, number>>>;
};

const DAY_S = 86_400;
const DAYS_PER_MONTH = 30;
/** What a plan should have left for days with more invoices, catching up and repeated requests. */
const RESERVE = 0.2;

const creditsOf = (provider: ProviderCode, network: Network, calls: Calls): number => {
  const prices = PROVIDERS[provider].credits[FAMILY_OF[network]] ?? { each: 1 };
  return Object.entries(calls).reduce((sum, [method, count]) => sum + count * (prices[method] ?? prices.each), 0);
};

/** What each account is asked, by provider; nodes of unknown providers have none. Another plan may be assumed for one provider. */
export function accountsOf(
  networks: readonly NetworkSettings[],
  load: Load,
  assumed: Readonly<Partial<Record<ProviderCode, Plan>>> = {},
): AccountLoad[] {
  const accounts = new Map<ProviderCode, AccountLoad>();
  for (const settings of networks) {
    const { network, endpoints, ratePerSecond } = settings;
    for (const { account, ratePerSecond: own = ratePerSecond } of endpoints) {
      if (account === undefined) continue;
      const { provider } = account;
      const plan = assumed[provider] ?? account.plan;
      const question = {
        nodes: endpoints.length,
        invoicesPerDay: load.invoicesPerDay(network),
        addresses: load.addresses(network),
        rangeMax: plan.rangeMax,
      };
      const { open, expected } = methodsOf(settings, question);
      const before = accounts.get(provider);
      const family = FAMILY_OF[network];
      const perSecond = totalOf(open) / DAY_S;
      accounts.set(provider, {
        provider,
        plan,
        networks: [...new Set([...(before?.networks ?? []), network])],
        callsPerDay: (before?.callsPerDay ?? 0) + totalOf(expected),
        creditsPerDay: (before?.creditsPerDay ?? 0) + creditsOf(provider, network, expected),
        callsPerSecond: (before?.callsPerSecond ?? 0) + perSecond,
        creditsPerSecond: (before?.creditsPerSecond ?? 0) + creditsOf(provider, network, open) / DAY_S,
        rate: (before?.rate ?? 0) + own,
        familyCallsPerSecond: {
          ...before?.familyCallsPerSecond,
          [family]: (before?.familyCallsPerSecond[family] ?? 0) + perSecond,
        },
      });
    }
  }
  return [...accounts.values()];
}

export const quotaPerDay = ({ quota }: Plan): number => (quota === undefined ? Number.POSITIVE_INFINITY : quota.credits / quota.days);
export const usdPerMonth = ({ plan, creditsPerDay }: AccountLoad): number =>
  plan.usdPerMonth + ((creditsPerDay * DAYS_PER_MONTH) / 1_000_000) * (plan.usdPerMillionCredits ?? 0);

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const perSecond = (value: number): string => value.toFixed(1);

/** Why the plan does not carry what it is asked, each reason a part of a sentence. */
function shortfalls(account: AccountLoad, reserve: number): string[] {
  const { provider, plan, networks, creditsPerDay, callsPerSecond, creditsPerSecond, familyCallsPerSecond } = account;
  const room = 1 - reserve;
  const served = networks.map((network) => FAMILY_OF[network]);
  const families = Object.entries(familyCallsPerSecond) as [NetworkFamily, number][];
  return [
    ...(Object.entries(plan.without ?? {}) as [NetworkFamily, string][])
      .filter(([family]) => served.includes(family))
      .map(
        ([, reason]) => `it does not serve ${networks.filter((each) => plan.without?.[FAMILY_OF[each]] === reason).join(', ')} (${reason})`,
      ),
    ...(creditsPerDay > quotaPerDay(plan) * room
      ? [`${whole(creditsPerDay)} ${unitOf(provider)} a day of ${whole(quotaPerDay(plan))} are needed`]
      : []),
    ...(callsPerSecond > (plan.callsPerSecond ?? Number.POSITIVE_INFINITY) * room
      ? [`${perSecond(callsPerSecond)} calls a second of ${plan.callsPerSecond} are needed while invoices are open`]
      : []),
    ...families
      .filter(([family, calls]) => calls > (plan.callsPerSecondOn?.[family] ?? Number.POSITIVE_INFINITY) * room)
      .map(
        ([family, calls]) => `${perSecond(calls)} calls a second of ${plan.callsPerSecondOn?.[family]} are needed on ${family} networks`,
      ),
    ...(creditsPerSecond > (plan.creditsPerSecond ?? Number.POSITIVE_INFINITY) * room
      ? [`${whole(creditsPerSecond)} credits a second of ${whole(plan.creditsPerSecond ?? 0)} are needed while invoices are open`]
      : []),
  ];
}

/** Where every call costs one credit, the word is call. */
export const unitOf = (provider: ProviderCode): string =>
  Object.values(PROVIDERS[provider].credits).every((prices) => Object.values(prices).every((price) => price === 1)) ? 'calls' : 'credits';

/** The provider's first plan that would do, with the reserve. */
function remedy(account: AccountLoad, networks: readonly NetworkSettings[], load: Load): string {
  const { provider } = account;
  const enough = PROVIDERS[provider].plans.find((plan) => {
    const asked = accountsOf(networks, load, { [provider]: plan }).find((each) => each.provider === provider);
    return asked !== undefined && shortfalls(asked, RESERVE).length === 0;
  });
  return enough === undefined
    ? 'Give some of its networks to another provider.'
    : `${PROVIDERS[provider].name} ${enough.name} would do (RPC_PLANS=${provider}=${enough.code}), or give some of its networks to another provider.`;
}

export type AccountFinding = { readonly account: string; readonly finding: Finding };

/** Whether each account's plan carries all that is asked of it. */
export function judgeAccounts(networks: readonly NetworkSettings[], load: Load): AccountFinding[] {
  return accountsOf(networks, load).map((account) => {
    const { provider, plan, networks: served, callsPerDay, rate } = account;
    const name = `${PROVIDERS[provider].name} ${plan.name}`;
    const [short, tight] = [shortfalls(account, 0), shortfalls(account, RESERVE)];
    const isFast = rate > (plan.callsPerSecond ?? Number.POSITIVE_INFINITY);
    const finding =
      short.length > 0
        ? problem(`cannot carry ${served.join(', ')}: ${short.join('; ')}. ${remedy(account, networks, load)}`)
        : tight.length > 0
          ? note(`carries ${served.join(', ')} with less than a fifth in reserve: ${tight.join('; ')}. ${remedy(account, networks, load)}`)
          : isFast
            ? note(`may be asked ${whole(rate)} times a second and allows ${plan.callsPerSecond}: lower _RATE of ${served.join(', ')}.`)
            : ok(`carries ${served.join(', ')}: ${whole(callsPerDay)} calls a day`);
    return { account: name, finding };
  });
}
