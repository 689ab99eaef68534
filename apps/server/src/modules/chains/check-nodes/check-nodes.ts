import type { NetworkSettings } from '../../../config-networks';
import { FAMILY_OF } from '../chains.domain';
import type { Endpoint } from '../rpc/endpoint';
import { createEndpoints } from '../rpc/endpoints';
import { createRpcClient } from '../rpc/rpc-client';
import { RpcError } from '../rpc/rpc-errors';
import { checkEvm, checkIdentity } from './check-evm';
import { checkCluster, checkSolana } from './check-solana';
import { asRpcError, CheckEnds, type Finding, note, ok, problem, tried, unanswered } from './findings';
import { judgeTogether, type Seen } from './judge';

export type NodeReport = { readonly network: string; readonly node: string; readonly findings: readonly Finding[] };

const SLOW_MS = 1_500;
/** A key may be in a header, in the path or in the query; a plain host has none. */
const hasKey = ({ url, headers }: NetworkSettings['endpoints'][number]): boolean => {
  const { pathname, search } = new URL(url);
  return Object.keys(headers ?? {}).length > 0 || search !== '' || pathname.replace(/\/?(jsonrpc)?\/?$/, '').length > 8;
};

async function checkBatches(settings: NetworkSettings, node: NetworkSettings['endpoints'][number]): Promise<Finding> {
  const method = FAMILY_OF[settings.network] === 'solana' ? 'getSlot' : 'eth_chainId';
  const client = createRpcClient({ ...node, timeoutMs: settings.requestTimeoutMs });
  const values = await tried(client.send(Array.from({ length: 4 }, () => ({ method, params: [] }))));
  const refused = values instanceof RpcError ? values : values.find((value) => value instanceof RpcError);
  return refused instanceof RpcError
    ? note(`takes no batches of four calls (${refused.message}): works, call by call, and takes longer.`)
    : ok('takes batches');
}

async function checkLatency(settings: NetworkSettings, endpoint: Endpoint): Promise<Finding> {
  const times: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    const began = performance.now();
    await endpoint.call(FAMILY_OF[settings.network] === 'solana' ? 'getSlot' : 'eth_chainId', []);
    times.push(performance.now() - began);
  }
  const middle = Math.round(times.sort((a, b) => a - b)[1] ?? 0);
  return middle > SLOW_MS
    ? note(`answers slowly: ${middle} ms. Payments are found later; take a node that is nearer.`)
    : ok(`answers in ${middle} ms`);
}

async function checkNode(
  settings: NetworkSettings,
  endpoint: Endpoint,
  index: number,
  now: () => number,
): Promise<{ findings: Finding[]; seen: Seen | undefined }> {
  const node = settings.endpoints[index];
  const findings: Finding[] = [];
  if (node === undefined) return { findings, seen: undefined };
  const isSolana = FAMILY_OF[settings.network] === 'solana';
  let isAnswering = false;
  try {
    findings.push(...(isSolana ? await checkCluster(endpoint, settings) : await checkIdentity(endpoint, settings)));
    isAnswering = true;
    const { findings: more, seen } = isSolana ? await checkSolana(endpoint, settings, now) : await checkEvm(endpoint, settings, now);
    findings.push(...more, await checkBatches(settings, node), await checkLatency(settings, endpoint));
    return { findings, seen };
  } catch (error) {
    if (error instanceof CheckEnds) findings.push(error.finding);
    else if (isAnswering)
      findings.push(
        problem(`failed in the middle of the check (${asRpcError(error).message}). Check again; take another node if it stays so.`),
      );
    else findings.push(unanswered(asRpcError(error), hasKey(node)));
    return { findings, seen: undefined };
  }
}

/** Findings about the network as a whole. */
function judgeNetwork(settings: NetworkSettings): Finding[] {
  const count = settings.endpoints.length;
  if (count === 1)
    return [
      note(
        'has one node: payments are proven by its blocks alone, and while it is away nothing is read. Two of different providers are better.',
      ),
    ];
  const hosts = new Set(settings.endpoints.map(({ url }) => new URL(url).hostname));
  return hosts.size === 1
    ? [note(`has ${count} nodes of one provider (${[...hosts][0]}): when it errs, all err. Take a second provider.`)]
    : [];
}

/** Checks whether every configured node can do the job. Needs no database. */
export async function checkNodes(networks: readonly NetworkSettings[], now: () => number = Date.now): Promise<NodeReport[]> {
  const reports: NodeReport[] = [];
  for (const settings of networks.filter(({ enabled }) => enabled)) {
    const endpoints = createEndpoints(settings);
    const results: Awaited<ReturnType<typeof checkNode>>[] = [];
    for (const [index, endpoint] of endpoints.entries()) results.push(await checkNode(settings, endpoint, index, now));
    const together = judgeTogether(
      settings,
      results.map(({ seen }) => seen),
    );
    for (const [index, { findings }] of results.entries()) {
      const compared = together[index];
      const node = endpoints[index]?.name ?? '';
      reports.push({ network: settings.network, node, findings: compared === undefined ? findings : [...findings, compared] });
    }
    const whole = judgeNetwork(settings);
    if (whole.length > 0) reports.push({ network: settings.network, node: '', findings: whole });
  }
  return reports;
}
