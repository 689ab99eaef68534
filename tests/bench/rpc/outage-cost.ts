import { NETWORKS, type Network } from '@stablegate/contract';
import { catchUp } from '../../../apps/server/test/nodes/outage';
import { withBenchCluster } from '../frame/cluster';

/**
 * `npm run bench -- outage [--payments=1000] [--minutes=60] [--networks=BEP20,SOLANA]`: the gateway was away for an hour in which payments
 * arrived, and catches up on two nodes that answer ten calls a second each. Beside it what the plan makes unavoidable.
 */
const CALLS_PER_SECOND = 10;
const LATENCY_MS = 50;
/** Several times the least possible: a run that takes longer has failed. */
const MS_PER_PAYMENT_MAX = 1_000;
const MS_MIN = 120_000;

export async function measureOutage(
  { payments, minutes, networks }: { readonly payments: number; readonly minutes: number; readonly networks: readonly string[] },
  say: (line: string) => void,
): Promise<boolean> {
  const chosen = networks.filter((name): name is Network => (NETWORKS as readonly string[]).includes(name));
  if (chosen.length < networks.length) throw new Error(`Networks are ${NETWORKS.join(', ')}.`);
  return withBenchCluster(async (cluster) => {
    say(`| network | final | more than once | time | least | calls of the busier node | least | calls |`);
    say('| --- | --- | --- | --- | --- | --- | --- | --- |');
    let isWhole = true;
    for (const network of chosen) {
      const msMax = MS_MIN + payments * MS_PER_PAYMENT_MAX;
      const outage = { network, payments, minutes, callsPerSecond: CALLS_PER_SECOND, faults: { latencyMs: LATENCY_MS }, msMax };
      const found = await catchUp(await cluster.createDatabase(`outage_${network.toLowerCase()}`), outage);
      isWhole &&= found.final === payments && found.repeated === 0;
      const methods = found.methods.slice(0, 4).map(([method, calls]) => `${method} ${calls}`);
      const cells = [
        network,
        `${found.final} of ${payments}`,
        found.repeated,
        `${found.seconds.toFixed(0)} s`,
        `${found.leastSeconds.toFixed(0)} s`,
        found.calls,
        found.leastCalls,
        methods.join(', ') + (found.error === null ? '' : ` · last error: ${found.error}`),
      ];
      say(`| ${cells.join(' | ')} |`);
    }
    return isWhole;
  });
}
