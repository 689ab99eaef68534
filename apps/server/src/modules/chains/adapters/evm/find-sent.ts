import { MINUTE_MS } from '@stablegate/rules';
import type { NetworkSettings } from '../../../../config-networks';
import { assertDefined } from '../../../../platform/assert';
import type { Endpoint } from '../../rpc/endpoint';
import { askAll } from '../../rpc/panel';
import { RpcError } from '../../rpc/rpc-errors';
import type { FoundSent, SentFindings, SentSearch } from '../chain-adapter';
import { dropStale } from './branch';
import type { ReceiptRule } from './disputes';
import { type NodeView, readHeader, readHeaders, readLogs, readView } from './evm-node';
import type { EvmHeader, EvmTransferLog } from './evm-wire';
import type { Finality } from './finality';
import { comparisonKey, incomingOf } from './log-identity';
import { spanOf } from './plan-range';
import { AskForLess, chunk, learnFrom } from './read-range';

type Parts = {
  readonly settings: NetworkSettings;
  readonly rule: ReceiptRule;
  readonly finality: Finality;
  readonly panelOf: () => Promise<readonly Endpoint[]>;
  /** Nodes that have to answer before blocks count as searched. */
  readonly needed: () => number;
  readonly now: () => Date;
};
type Listed = { readonly log: EvmTransferLog; readonly header: EvmHeader };
type Answer = Omit<SentFindings, 'transfers'> & { readonly listed: readonly Listed[]; readonly from: number };
type Span = { readonly from: number; readonly to: number };

const HALVINGS_MAX = 16;
/** Nodes index late, some by minutes: final blocks are searched again for this long, */
const SETTLE_MS = 10 * MINUTE_MS;
/** but no more of them than a node gives in so many readings. */
const SETTLE_SPANS = 4;

/** The last block before this time, or an earlier one: reckoned from the usual time between blocks, then checked. */
async function lastBefore(endpoint: Endpoint, settings: NetworkSettings, head: EvmHeader, time: Date): Promise<number> {
  const lowest = settings.startBlock ?? 0;
  let back = Math.max(1, Math.ceil((head.time.getTime() - time.getTime()) / settings.blockMs) + 1);
  for (;;) {
    const number = head.number - back;
    if (number <= lowest) return lowest;
    if ((await readHeader(endpoint, number)).time < time) return number;
    back *= 2;
  }
}

/** Senders and recipients are both filtered at the node, as many of each as it takes. */
async function readSent(endpoint: Endpoint, { rule }: Parts, { senders, recipients }: SentSearch, span: Span): Promise<EvmTransferLog[]> {
  const query = { family: rule.family, contractKey: rule.contractKey, ...span };
  const recipientGroups = chunk([...recipients], endpoint.recipients());
  const found: EvmTransferLog[] = [];
  try {
    for (const group of chunk([...senders], endpoint.recipients())) {
      const request = { query, recipientGroups, senders: group, isWatched: (key: string) => recipients.has(key), linkNumber: undefined };
      found.push(...(await readLogs(endpoint, request)).logs);
    }
  } catch (error) {
    learnFrom(error, endpoint, { query, watched: senders.size > recipients.size ? senders : recipients });
    throw error;
  }
  return found.filter(({ fromKey }) => senders.has(fromKey));
}

/** With the blocks' times. What is in a block that is just being replaced is found by the next search; a final one is not replaced. */
async function withHeaders({ endpoint, finalNumber }: NodeView, logs: readonly EvmTransferLog[]): Promise<Listed[]> {
  const headers = await readHeaders(endpoint, [...new Set(logs.map(({ blockNumber }) => blockNumber))]);
  return logs.flatMap((log) => {
    const header = headers.find((each) => each?.hash === log.blockHash);
    if (header != null) return [{ log, header }];
    if (log.blockNumber <= finalNumber) throw new RpcError('behind', `the node does not have block ${log.blockNumber}`);
    return [];
  });
}

/** As many blocks as the node gives at once. */
async function readSpan(
  view: NodeView,
  parts: Parts,
  search: SentSearch,
  { from, to: last }: Span,
): Promise<{ to: number; listed: Listed[] }> {
  const { endpoint } = view;
  for (let tries = 1; ; tries += 1) {
    const to = Math.min(last, from + spanOf(endpoint.range()) - 1);
    try {
      const listed = await withHeaders(view, await readSent(endpoint, parts, search, { from, to }));
      endpoint.succeeded();
      return { to, listed };
    } catch (error) {
      if (!(error instanceof AskForLess) || tries >= HALVINGS_MAX) throw error;
    }
  }
}

/** One reading of settled blocks, or all that are not settled: those are searched again each time, so nothing may be left of them. */
async function askOne(view: NodeView, parts: Parts, search: SentSearch): Promise<Answer> {
  const { settings } = parts;
  const { endpoint, head, finalNumber } = view;
  const tip = head.number - settings.tipMargin;
  const since = search.since === undefined ? undefined : await lastBefore(endpoint, settings, head, search.since);
  const from = Math.min(search.from ?? tip, since ?? tip);
  const settled = finalNumber - Math.min(Math.ceil(SETTLE_MS / settings.blockMs), SETTLE_SPANS * spanOf(endpoint.range()));
  const listed: Listed[] = [];
  let to = from - 1;
  while (to < tip) {
    const read = await readSpan(view, parts, search, { from: to + 1, to: tip });
    listed.push(...read.listed);
    to = read.to;
    if (to <= settled) break;
  }
  return { listed, from, nextBlock: Math.max(from, Math.min(to, settled) + 1), isCaughtUp: to >= tip };
}

/** Nodes that have not fallen behind. Those back off, so that others take their places at the second try. */
async function readViews({ settings, finality, panelOf, needed, now }: Parts): Promise<NodeView[]> {
  const fresh = async (): Promise<NodeView[]> => {
    const answers = await askAll(await panelOf(), (endpoint) => readView(endpoint, settings, finality, true));
    return dropStale(
      answers.map(({ value }) => value),
      settings,
      now().getTime(),
    );
  };
  const views = await fresh();
  return views.length < needed() ? fresh() : views;
}

/**
 * Transfers by sender and recipient in a bounded range of blocks. What any node lists is a candidate: each needs its own proof by a quorum,
 * so here the union loses least. But blocks count as searched only when as many nodes have answered as that proof needs.
 */
export async function findSent(parts: Parts, search: SentSearch): Promise<SentFindings> {
  const views = new Map((await readViews(parts)).map((view) => [view.endpoint, view]));
  const asked = await askAll([...views.keys()], (endpoint) =>
    askOne(assertDefined(views.get(endpoint), 'the view of a node'), parts, search),
  );
  const answers = asked.map(({ value }) => value);
  const isEnough = answers.length >= parts.needed();
  const listed = new Map(answers.flatMap((answer) => answer.listed).map((each) => [comparisonKey(each.log), each]));
  const transfers = [...listed.values()]
    .sort((a, b) => a.log.blockNumber - b.log.blockNumber || a.log.logIndex - b.log.logIndex)
    .map(
      ({ log, header }): FoundSent => ({
        ...incomingOf(log, { number: header.number, hash: header.hash, time: header.time }),
        fromKey: log.fromKey,
      }),
    );
  return {
    transfers,
    nextBlock: Math.min(...answers.map(({ nextBlock, from }) => (isEnough ? nextBlock : from))),
    isCaughtUp: answers.every(({ isCaughtUp }) => isCaughtUp),
  };
}
