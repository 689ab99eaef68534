import { setTimeout as sleep } from 'node:timers/promises';
import { NETWORKS } from '@stablegate/contract';
import { FAMILY_OF, type NetworkFamily } from '@stablegate/rules';
import { withBenchCluster } from '../frame/cluster';
import { median } from '../frame/statistics';
import { startMainnet } from './mainnet';
import { type NetworkCost, type Scenario, type ScenarioOptions, startScenario } from './scenario';

/**
 * `npm run bench -- rpc [--minutes=10] [--scenarios=1-idle,2-idle,1-open,2-open,1-behind,2-behind]`: the cost of watching. The real watcher
 * reads simulated nodes that mine at mainnet's rate and size, a thousand watched addresses of each family, idle and with open invoices, with
 * one node and with two, and once more where one call in twenty meets a machine that is one block behind. Calls are counted as providers do
 * (each call of a batch), extrapolated to a day, and compared with the budgets.
 */
type Budget = { readonly idle: number; readonly open: number };
const BUDGETS: Record<NetworkFamily, Record<1 | 2, Budget>> = {
  tron: { 1: { idle: 30_000, open: 100_000 }, 2: { idle: 20_000, open: 80_000 } },
  evm: { 1: { idle: 30_000, open: 150_000 }, 2: { idle: 20_000, open: 100_000 } },
  // With open invoices the owners determine the cost, so there is no limit.
  solana: { 1: { idle: 20_000, open: Number.POSITIVE_INFINITY }, 2: { idle: 20_000, open: Number.POSITIVE_INFINITY } },
};
const SEEN_MS_MAX = 10_000;
const DAY_MS = 86_400_000;
const WARM_UP_MS_MAX = 180_000;
/** 2,880 payments a day on each network; the figures include their own cost. */
const PAY_EVERY_MS = 30_000;
const BEHIND = 0.05;
const SCENARIOS: Readonly<Record<string, ScenarioOptions>> = {
  '1-idle': { nodes: 1, open: false },
  '2-idle': { nodes: 2, open: false },
  '1-open': { nodes: 1, open: true },
  '2-open': { nodes: 2, open: true },
  '1-behind': { nodes: 1, open: true, behind: BEHIND },
  '2-behind': { nodes: 2, open: true, behind: BEHIND },
};
export const SCENARIO_NAMES = Object.keys(SCENARIOS);

const thousands = (value: number): string => Math.round(value).toLocaleString('en-US');
const secondsOf = (ms: number): string => (ms / 1000).toFixed(1);

function rowOf(
  { nodes, open, behind }: ScenarioOptions,
  cost: NetworkCost,
  elapsedMs: number,
): { readonly line: string; readonly passes: boolean } {
  const perDay = (count: number): number => (count * DAY_MS) / elapsedMs;
  const budget = BUDGETS[FAMILY_OF[cost.network]][nodes][open ? 'open' : 'idle'];
  const slowest = Math.max(0, ...cost.seenMs);
  const isCheap = perDay(cost.calls) <= budget;
  const isSeen = !open || (cost.seenMs.length === cost.paid && slowest <= SEEN_MS_MAX);
  const seen = open ? `${secondsOf(median(cost.seenMs))} / ${secondsOf(slowest)} s (${cost.seenMs.length} of ${cost.paid})` : '';
  const methods = cost.methods
    .slice(0, 4)
    .map(([method, calls]) => `${method} ${thousands(perDay(calls))}`)
    .join(', ');
  const cells = [
    cost.network,
    String(nodes),
    (open ? 'invoices' : 'nothing') + (behind === undefined ? '' : `, ${100 * behind}% behind`),
    thousands(perDay(cost.calls)),
    thousands(perDay(cost.requests)),
    Number.isFinite(budget) ? thousands(budget) : '',
    seen,
    isCheap && isSeen ? 'holds' : [isCheap ? '' : 'too many calls', isSeen ? '' : 'seen too late'].filter(Boolean).join(', '),
    methods + (cost.error === null ? '' : ` · last error: ${cost.error}`),
  ];
  return { line: `| ${cells.join(' | ')} |`, passes: isCheap && isSeen };
}

async function measure(scenarios: readonly Scenario[], minutes: number, say: (line: string) => void): Promise<number> {
  await Promise.all(scenarios.map((scenario) => scenario.warmUp(WARM_UP_MS_MAX)));
  for (const scenario of scenarios) scenario.begin();
  say(`everything was read once; counting for ${minutes} minutes`);
  const began = Date.now();
  const end = began + minutes * 60_000;
  while (Date.now() < end) {
    // The last payments need time to be seen.
    if (Date.now() < end - 2 * SEEN_MS_MAX)
      for (const scenario of scenarios.filter(({ options }) => options.open)) for (const network of NETWORKS) scenario.payOn(network);
    await sleep(Math.min(PAY_EVERY_MS, Math.max(0, end - Date.now())));
  }
  return Date.now() - began;
}

/** All scenarios concurrently, by default. Returns whether every budget is kept. */
export async function measureRpcCost(minutes: number, names: readonly string[], say: (line: string) => void): Promise<boolean> {
  const chosen = names.map((name) => SCENARIOS[name]).filter((options) => options !== undefined);
  if (chosen.length < names.length) throw new Error(`Scenarios are ${SCENARIO_NAMES.join(', ')}.`);
  return withBenchCluster(async (cluster) => {
    const chains = NETWORKS.map(startMainnet);
    const scenarios: Scenario[] = [];
    for (const options of chosen) scenarios.push(await startScenario(cluster, chains, options));
    try {
      const elapsedMs = await measure(scenarios, minutes, say);
      const rows: ReturnType<typeof rowOf>[] = [];
      for (const scenario of scenarios) for (const cost of await scenario.costs()) rows.push(rowOf(scenario.options, cost, elapsedMs));
      say(`\n| network | nodes | open | calls a day and node | HTTP requests | budget | block to seen, p50 / max | result | calls |`);
      say('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
      for (const { line } of rows) say(line);
      return rows.every(({ passes }) => passes);
    } finally {
      for (const scenario of scenarios) await scenario.close();
      for (const chain of chains) chain.stop();
    }
  });
}
