import { DAY_MS } from '@stablegate/rules';
import type { NetworkSettings } from '../../../config-networks';
import { checkMint } from '../adapters/solana/solana-node';
import type { Endpoint } from '../rpc/endpoint';
import { NetworkMismatch, RpcError } from '../rpc/rpc-errors';
import { CheckEnds, type Finding, note, ok, problem, tried } from './findings';
import { judgeDepth, judgeHead, type Seen } from './judge';

/** Invoices are watched for this long after they expire. */

export async function checkCluster(endpoint: Endpoint, settings: NetworkSettings): Promise<Finding[]> {
  const genesis = await endpoint.call('getGenesisHash', []);
  if (settings.genesisHash !== undefined && genesis !== settings.genesisHash)
    throw new CheckEnds(
      problem(
        `is a node of another cluster (genesis ${String(genesis)}; ${settings.genesisHash} is expected). Take the address of the right cluster.`,
      ),
    );
  try {
    await checkMint(endpoint, settings);
    return [ok(`right cluster and mint (${settings.decimals} decimals)`)];
  } catch (error) {
    if (error instanceof NetworkMismatch)
      return [problem(`${error.message} Remove ${settings.network}_CONTRACT to use mainnet's USDT, or correct it.`)];
    throw error;
  }
}

async function checkTransactions(endpoint: Endpoint, settings: NetworkSettings): Promise<Finding[]> {
  const list = await tried(endpoint.call('getSignaturesForAddress', [settings.contract, { limit: 1, commitment: 'finalized' }]));
  if (list instanceof RpcError)
    return [problem(`does not serve getSignaturesForAddress (${list.message}), by which payments are found. Take another node or plan.`)];
  const [newest] = Array.isArray(list) ? (list as { signature?: unknown }[]) : [];
  if (typeof newest?.signature !== 'string') return [note('listed no transaction of the mint, so getTransaction was not checked.')];
  const options = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 1, commitment: 'finalized' };
  const found = await tried(endpoint.call('getTransaction', [newest.signature, options]));
  if (found instanceof RpcError)
    return [
      /version/i.test(found.message)
        ? problem(`does not know version-1 transactions (${found.message}), which mainnet has had since September 2026. Take a newer node.`)
        : problem(`does not serve getTransaction (${found.message}). Take another node or plan.`),
    ];
  return [
    found === null
      ? problem('does not have a transaction that it lists itself: it keeps no transaction history. Take another node.')
      : ok('gives transactions, version 1 included'),
  ];
}

async function checkHistory(endpoint: Endpoint, settings: NetworkSettings, head: number): Promise<Finding> {
  const first = await tried(endpoint.call('getFirstAvailableBlock', []));
  if (typeof first !== 'number') return note('does not say how far its history goes back (getFirstAvailableBlock).');
  const hours = ((head - first) * settings.blockMs) / 3_600_000;
  return (head - first) * settings.blockMs >= Math.min(DAY_MS, head * settings.blockMs)
    ? ok('has the history of a day and more')
    : problem(
        `has pruned its history: it knows ${hours.toFixed(1)} hours, 24 are needed after an outage and for late payments. Take a node with history.`,
      );
}

export async function checkSolana(
  endpoint: Endpoint,
  settings: NetworkSettings,
  now: () => number,
): Promise<{ findings: Finding[]; seen: Seen }> {
  const [head, final] = [
    await endpoint.call('getSlot', [{ commitment: 'confirmed' }]),
    await endpoint.call('getSlot', [{ commitment: 'finalized' }]),
  ];
  if (typeof head !== 'number' || typeof final !== 'number') throw new CheckEnds(problem('does not name its newest slot.'));
  const time = await tried(endpoint.call('getBlockTime', [final]));
  const findings: Finding[] = [
    typeof time === 'number'
      ? judgeHead(settings, time * 1000, now())
      : problem('does not know the time of its newest final slot (getBlockTime).'),
  ];
  findings.push(judgeDepth(settings, 'finalized', head - final));
  findings.push(...(await checkTransactions(endpoint, settings)));
  findings.push(await checkHistory(endpoint, settings, head));
  return { findings, seen: { head, headTime: typeof time === 'number' ? time * 1000 : 0, at: now() } };
}
