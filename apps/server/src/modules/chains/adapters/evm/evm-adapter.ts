import type { NetworkSettings } from '../../../../config-networks';
import { must } from '../../../../platform/assert';
import { parseAddress } from '../../addresses/addresses';
import { FAMILY_OF } from '../../chains.domain';
import type { Endpoint } from '../../rpc/endpoint';
import { createEndpoints } from '../../rpc/endpoints';
import { askAll, assuranceOf, choosePanel, quorumNeeded } from '../../rpc/panel';
import type { UsageBook } from '../../rpc/usage-book';
import type { ChainAdapter, ChainMemory, ChainStep, ReadCursor } from '../chain-adapter';
import { lacksBlockReceipts } from './block-receipts';
import { NodesDisagree } from './boundary';
import { type Branch, chooseBranch, contradicts, dropStale } from './branch';
import { gatherEvidence, judgeFinality } from './confirm';
import { type CheckedView, checkIdentity, type NodeView, readStoredHeader, readView } from './evm-node';
import { createFinalHeights } from './finality';
import { lookUp } from './look-up';
import { type BlockSpan, createOverlapClock, createRecheck, type Plan, planRange, type WatchedKeys } from './plan-range';
import { AskForLess, type RangeReader, readRange } from './read-range';
import { PROVEN_SPAN } from './solo-proof';

const HALVINGS_MAX = 16;

export type EvmAdapterDeps = {
  readonly settings: NetworkSettings;
  readonly memory: ChainMemory;
  readonly refreshWatched: () => Promise<WatchedKeys>;
  /** Chain time goes with it. */
  readonly now: () => Date;
  /** Where it is counted what nodes are asked. */
  readonly usage?: UsageBook;
};

/** Reads one stretch of blocks from nodes that are on one branch. */
function createRangeSteps(reader: RangeReader, now: () => number) {
  const { settings, quorum } = reader;
  const overlap = createOverlapClock();
  const recheck = createRecheck(now, settings.recheckMs);
  let linkTurn = 0;
  let isUnproven = false;
  let isAgain = false;

  /** What too few nodes had said is read again: as soon as there are enough of them, or after a while where there is only one. */
  const secondReading = (viewCount: number, cursor: ReadCursor): BlockSpan | undefined => {
    if (quorum === 1) return recheck.due(cursor);
    const { unprovenFrom } = cursor;
    return viewCount < quorum || unprovenFrom === undefined ? undefined : { from: unprovenFrom, to: Number.MAX_SAFE_INTEGER };
  };
  /** The first block of a plan that had not been read before. A rescan by a lone node is its second reading already. */
  const firstReadOf = ({ to, firstTime, newFrom }: Plan, rereadFrom: number | undefined): number | undefined => {
    const first = quorum > 1 || rereadFrom !== undefined ? firstTime : newFrom;
    return first <= to ? first : undefined;
  };

  /** The ordinary look: nodes that agree on the last block, which descends from the checkpoint. `isLinked` when that is known already. */
  const readOnce = async (branch: Branch, cursor: ReadCursor, isLinked: boolean): Promise<ChainStep> => {
    const { views, rereadFrom } = branch;
    const view = {
      headBlock: Math.min(...views.map(({ head }) => head.number)),
      finalBlock: Math.min(...views.map(({ finalNumber }) => finalNumber)),
    };
    const isAlone = views.length === 1;
    const overlapMs = overlap.dueMs();
    const spanMax = isAlone && ['bloom', 'receipts'].includes(settings.soloProof) ? PROVEN_SPAN : Number.MAX_SAFE_INTEGER;
    // In turn with what is new.
    const again = secondReading(views.length, cursor);
    const planOf = (span: BlockSpan | undefined) =>
      planRange(settings, branch, { ...cursor, unprovenFrom: span?.from }, { overlapMs, spanMax, lastBlock: span?.to });
    const planNew = planOf(undefined);
    isAgain = again !== undefined && (!isAgain || planNew === undefined);
    const plan = isAgain ? planOf(again) : planNew;
    if (plan === undefined) {
      for (const { endpoint } of views) endpoint.succeeded();
      return { ...view, range: undefined, caughtUp: true };
    }
    linkTurn += 1;
    const { isProven, ...range } = await readRange(reader, views, { cursor, plan, isLinked, linkTurn, isAgain });
    overlap.done(plan.from < plan.firstTime ? overlapMs : 0);
    isUnproven = !isProven;
    const unprovenFrom = isProven || (isAgain && quorum === 1) ? undefined : firstReadOf(plan, rereadFrom);
    return {
      ...view,
      range: { ...range, unprovenFrom, rewindTo: rereadFrom },
      caughtUp: plan.to >= plan.tip && (again === undefined || isAgain),
    };
  };

  const readAdaptively = async (branch: Branch, cursor: ReadCursor, isLinked: boolean): Promise<ChainStep> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await readOnce(branch, cursor, isLinked);
      } catch (error) {
        if (!(error instanceof AskForLess) || tries >= HALVINGS_MAX) throw error;
      }
    }
  };

  return { readAdaptively, isUnproven: () => isUnproven };
}

/** What each node has in place of the block up to which we have read. */
async function withCheckpoint(views: readonly NodeView[], { checkpoint }: ReadCursor): Promise<CheckedView[]> {
  const answers = await askAll(
    views.map(({ endpoint }) => endpoint),
    async (endpoint) => (checkpoint === undefined ? null : readStoredHeader(endpoint, checkpoint.number)),
  );
  return views.flatMap((view) => {
    const answer = answers.find(({ endpoint }) => endpoint === view.endpoint);
    return answer === undefined ? [] : [{ ...view, checkpoint: answer.value }];
  });
}

/** TRON and all EVM networks: java-tron speaks the same calls, within limits that stand in the settings. */
export function createEvmAdapter({ settings, memory, refreshWatched, now, usage }: EvmAdapterDeps): ChainAdapter {
  const contractKey = must(parseAddress(settings.network, settings.contract), `a valid ${settings.network} contract`).key;
  const rule = { contractKey, family: FAMILY_OF[settings.network] };
  const endpoints = createEndpoints(settings, usage);
  const quorum = Math.min(settings.quorum, endpoints.length);
  const reader: RangeReader = { settings, contractKey, rule, quorum, memory, refreshWatched };
  const finals = createFinalHeights(settings, memory.awaitsFinality);
  const { readAdaptively, isUnproven } = createRangeSteps(reader, () => now().getTime());
  const identify = (endpoint: Endpoint) => checkIdentity(endpoint, settings, contractKey);

  const readViews = async (isOpen: boolean): Promise<NodeView[]> => {
    const panel = await choosePanel(endpoints, quorum, identify);
    const asksFinal = await finals.isDue(isOpen);
    const answers = await askAll(panel, (endpoint) => readView(endpoint, settings, finals, asksFinal));
    return dropStale(
      answers.map(({ value }) => value),
      settings,
      now().getTime(),
    );
  };

  /** Something does not fit what was read before: every node is asked for the checkpoint, and the branch is chosen by that. */
  const readAnew = async (views: readonly NodeView[], cursor: ReadCursor): Promise<ChainStep> => {
    return readAdaptively(await chooseBranch(await withCheckpoint(views, cursor), cursor, memory), cursor, true);
  };

  const step = async (cursor: ReadCursor): Promise<ChainStep> => {
    const views = await readViews(cursor.isOpen);
    const { checkpoint } = cursor;
    try {
      if (checkpoint === undefined || !views.some((view) => contradicts(view, checkpoint)))
        return await readAdaptively({ views, rereadFrom: undefined }, cursor, false);
    } catch (error) {
      if (!(error instanceof NodesDisagree)) throw error;
    }
    try {
      return await readAnew(views, cursor);
    } catch (error) {
      if (!(error instanceof NodesDisagree)) throw error;
      return { headBlock: -1, finalBlock: -1, range: undefined, caughtUp: true, doubt: error.message };
    }
  };

  return {
    rereads: true,
    step,
    confirm: async (transfers) => {
      const panel = await choosePanel(endpoints, quorum, identify);
      const evidence = await askAll(panel, (endpoint) => gatherEvidence(endpoint, settings, finals, transfers));
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
    assurance: () => {
      const known = assuranceOf(endpoints, quorum);
      const isProofMissing = endpoints.length === 1 && endpoints.some(lacksBlockReceipts);
      const notes = [...(isUnproven() ? ['logs_unproven'] : []), ...(isProofMissing ? ['no_block_receipts'] : [])];
      return { ...known, notes: [...known.notes, ...notes] };
    },
  };
}
