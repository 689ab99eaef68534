import type { NetworkSettings } from '../../../../config-networks';
import { must } from '../../../../platform/assert';
import { parseAddress } from '../../addresses';
import { FAMILY_OF } from '../../chains.domain';
import { createEndpoint, type Endpoint } from '../../rpc/endpoint';
import { askAll, assuranceOf, choosePanel, quorumNeeded } from '../../rpc/panel';
import type { ChainAdapter, ChainMemory, ChainStep, ReadCursor } from '../chain-adapter';
import { type Branch, chooseBranch, dropStale } from './branch';
import { gatherEvidence, judgeFinality } from './confirm';
import { checkIdentity, type NodeView, readView } from './evm-node';

import { lookUp } from './look-up';
import { AskForLess, NodesDisagree, type RangeReader, readRange, type WatchedKeys } from './read-range';

/** What is read again at every look near the tip: a log that a node's index had not caught up with is found the next time. */
const OVERLAP_MS = 30_000;
const HALVINGS_MAX = 16;

export type EvmAdapterDeps = {
  readonly settings: NetworkSettings;
  readonly memory: ChainMemory;
  readonly refreshWatched: () => Promise<WatchedKeys>;
  /** Chain time goes with it. */
  readonly now: () => Date;
};

/** Blocks from `newFrom` on are read for the first time. */
type Plan = { readonly from: number; readonly to: number; readonly newFrom: number; readonly tip: number };

function planRange(settings: NetworkSettings, { views, rereadFrom }: Branch, cursor: ReadCursor): Plan | undefined {
  const tip = Math.min(...views.map((view) => view.head.number)) - settings.tipMargin;
  const doubted = Math.min(rereadFrom ?? Number.MAX_SAFE_INTEGER, cursor.rescanFrom ?? Number.MAX_SAFE_INTEGER);
  const restart = Math.max(doubted, settings.startBlock ?? 0);
  const next = cursor.nextBlock ?? settings.startBlock ?? Math.max(0, tip);
  const first = Math.min(restart, next);
  if (tip < first) return undefined;
  const span = Math.min(...views.map((view) => view.endpoint.range()));
  const overlap = Math.min(Math.ceil(OVERLAP_MS / settings.blockMs), span - 1);
  const isNearTip = restart > next && tip - first + 1 + overlap <= span && cursor.nextBlock !== null;
  const from = isNearTip ? Math.max(Math.min(settings.startBlock ?? 0, first), first - overlap) : first;
  return { from, to: Math.min(tip, from + span - 1), newFrom: next, tip };
}

/** TRON and all EVM networks: java-tron speaks the same calls, within limits that stand in the settings. */
export function createEvmAdapter({ settings, memory, refreshWatched, now }: EvmAdapterDeps): ChainAdapter {
  const contractKey = must(parseAddress(settings.network, settings.contract), `a valid ${settings.network} contract`).key;
  const rule = { contractKey, family: FAMILY_OF[settings.network] };
  const reader: RangeReader = { settings, contractKey, rule, memory, refreshWatched };
  const endpoints = settings.endpoints.map((endpoint) =>
    createEndpoint({
      ...endpoint,
      timeoutMs: settings.requestTimeoutMs,
      ratePerSecond: settings.ratePerSecond,
      rangeMax: settings.rangeMax,
    }),
  );
  const quorum = Math.min(settings.quorum, endpoints.length);
  const identify = (endpoint: Endpoint) => checkIdentity(endpoint, settings, contractKey);

  const readViews = async (cursor: ReadCursor): Promise<NodeView[]> => {
    const panel = await choosePanel(endpoints, quorum, identify);
    const answers = await askAll(panel, (endpoint) => readView(endpoint, settings, cursor.checkpoint?.number));
    return dropStale(
      answers.map(({ value }) => value),
      settings,
      now().getTime(),
    );
  };

  const stepOnce = async (branch: Branch, cursor: ReadCursor): Promise<ChainStep> => {
    const view = {
      headBlock: Math.min(...branch.views.map(({ head }) => head.number)),
      finalBlock: Math.min(...branch.views.map(({ finalNumber }) => finalNumber)),
    };
    const plan = planRange(settings, branch, cursor);
    if (plan === undefined) {
      for (const { endpoint } of branch.views) endpoint.succeeded();
      return { ...view, range: undefined, caughtUp: true };
    }
    const range = await readRange(reader, branch.views, plan);
    return { ...view, range: { ...range, rewindTo: branch.rereadFrom }, caughtUp: plan.to >= plan.tip };
  };

  const step = async (cursor: ReadCursor): Promise<ChainStep> => {
    const branch = await chooseBranch(await readViews(cursor), cursor, memory);
    for (let tries = 1; ; tries += 1) {
      try {
        return await stepOnce(branch, cursor);
      } catch (error) {
        if (error instanceof NodesDisagree)
          return { headBlock: -1, finalBlock: -1, range: undefined, caughtUp: true, doubt: error.message };
        if (!(error instanceof AskForLess) || tries >= HALVINGS_MAX) throw error;
      }
    }
  };

  return {
    rereads: true,
    step,
    confirm: async (transfers) => {
      const panel = await choosePanel(endpoints, quorum, identify);
      const evidence = await askAll(panel, (endpoint) => gatherEvidence(endpoint, settings, transfers));
      if (evidence.length < quorumNeeded(endpoints, quorum)) return new Map(transfers.map((transfer) => [transfer.id, 'wait']));
      return judgeFinality(
        transfers,
        evidence.map(({ value }) => value),
        rule,
      );
    },
    lookUp: async (txHash) => {
      const panel = await choosePanel(endpoints, quorum, identify);
      return lookUp({ rule, watched: await refreshWatched(), needed: quorumNeeded(endpoints, quorum) }, panel, txHash);
    },
    assurance: () => assuranceOf(endpoints, quorum),
  };
}
