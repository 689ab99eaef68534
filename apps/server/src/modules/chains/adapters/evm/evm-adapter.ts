import type { NetworkSettings } from '../../../../config-networks';
import { assertDefined } from '../../../../platform/assert';
import { parseAddress } from '../../addresses/addresses';
import { FAMILY_OF } from '../../chains.domain';
import type { Endpoint } from '../../rpc/endpoint';
import { createEndpoints } from '../../rpc/endpoints';
import { askAll, askUsable, assuranceOf, quorumNeeded, selectQuorumNodes } from '../../rpc/panel';
import type { UsageBook } from '../../rpc/usage-book';
import type { ChainAdapter, ChainMemory, ChainStep, ReadCursor } from '../chain-adapter';
import { lacksBlockReceipts } from './block-receipts';
import { NodesDisagree } from './boundary';
import { type Branch, chooseBranch, contradicts, dropStale } from './branch';
import { gatherEvidence, judgeFinality } from './confirm';
import { type CheckedView, checkIdentity, type NodeView, readStoredHeader, readView } from './evm-node';
import { createFinality } from './finality';
import { findSent } from './find-sent';
import { createLookUp } from './look-up';
import { type BlockSpan, createOverlapClock, createRecheck, type Plan, planRange, type WatchedKeys } from './plan-range';
import { AskForLess, type RangeReader, readRange } from './read-range';
import { PROVEN_SPAN } from './solo-proof';
import { createTokenWatch } from './token-state';

const HALVINGS_MAX = 16;

export type EvmAdapterDeps = {
  readonly settings: NetworkSettings;
  readonly memory: ChainMemory;
  readonly refreshWatched: () => Promise<WatchedKeys>;
  /** The clock that block times are compared with. */
  readonly now: () => Date;
  /** Counts the requests to each node. */
  readonly usage?: UsageBook;
};

/** Final for every node whose finality can be used: one without holds up no payment that the others prove. */
function finalBlockOf(views: readonly NodeView[]): number {
  const usable = views.filter(({ endpoint }) => !endpoint.isOutOfOrder(Date.now()));
  return Math.min(...(usable.length > 0 ? usable : views).map(({ finalNumber }) => finalNumber));
}

/** Reads one block range from nodes that are on one branch. */
function createRangeSteps(reader: RangeReader, now: () => number) {
  const { settings, quorum } = reader;
  const overlap = createOverlapClock();
  const recheck = createRecheck(now, settings.recheckMs);
  let linkTurn = 0;
  let isUnproven = false;
  let isAgain = false;

  /** Unproven blocks are read a second time once enough nodes are reachable or, with a single node, after RECHECK_MS. */
  const secondReading = (viewCount: number, cursor: ReadCursor): BlockSpan | undefined => {
    if (quorum === 1) return recheck.due(cursor);
    const { unprovenFrom } = cursor;
    return viewCount < quorum || unprovenFrom === undefined ? undefined : { from: unprovenFrom, to: Number.MAX_SAFE_INTEGER };
  };
  /** The first block of a plan that was not read before. A single node's rescan already is its second reading. */
  const firstReadOf = ({ to, firstTime, newFrom }: Plan, rereadFrom: number | undefined): number | undefined => {
    const first = quorum > 1 || rereadFrom !== undefined ? firstTime : newFrom;
    return first <= to ? first : undefined;
  };

  /** The ordinary poll: nodes agree on the last block, which descends from the checkpoint. `isLinked`: that descent is already known. */
  const readOnce = async (branch: Branch, cursor: ReadCursor, isLinked: boolean): Promise<ChainStep> => {
    const { views, rereadFrom } = branch;
    const view = {
      headBlock: Math.min(...views.map(({ head }) => head.number)),
      finalBlock: finalBlockOf(views),
    };
    const isAlone = views.length === 1;
    const overlapMs = overlap.dueMs();
    const spanMax = isAlone && ['bloom', 'receipts'].includes(settings.soloProof) ? PROVEN_SPAN : Number.MAX_SAFE_INTEGER;
    // Second readings alternate with new blocks.
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
    const { isProven, deniedFrom, ...range } = await readRange(reader, views, { cursor, plan, isLinked, linkTurn, isAgain });
    overlap.done(plan.from < plan.firstTime ? overlapMs : 0);
    isUnproven = !isProven;
    const firstRead = isProven || (isAgain && quorum === 1) ? undefined : firstReadOf(plan, rereadFrom);
    const unprovenFrom = firstRead === undefined || deniedFrom === undefined ? (firstRead ?? deniedFrom) : Math.min(firstRead, deniedFrom);
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

/** Each node's block at the height of the checkpoint. */
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

/** TRON and all EVM networks: java-tron serves the same calls, with the limits given in the settings. */
export function createEvmAdapter({ settings, memory, refreshWatched, now, usage }: EvmAdapterDeps): ChainAdapter {
  const contractKey = assertDefined(parseAddress(settings.network, settings.contract), `a valid ${settings.network} contract`).key;
  const rule = { contractKey, family: FAMILY_OF[settings.network] };
  const endpoints = createEndpoints(settings, usage);
  const quorum = Math.min(settings.quorum, endpoints.length);
  const reader: RangeReader = { settings, contractKey, rule, quorum, memory, refreshWatched };
  const finality = createFinality(settings, memory.awaitsFinality);
  const token = createTokenWatch({ family: rule.family, contractKey, now: () => now().getTime() });
  const { readAdaptively, isUnproven } = createRangeSteps(reader, () => now().getTime());
  const identify = (endpoint: Endpoint) => checkIdentity(endpoint, settings, contractKey);
  const panelOf = () => selectQuorumNodes(endpoints, quorum, identify);
  const needed = () => quorumNeeded(endpoints, quorum);

  const readViews = async (isOpen: boolean): Promise<NodeView[]> => {
    const panel = await panelOf();
    const asksFinal = await finality.isDue(isOpen);
    const answers = await askAll(panel, (endpoint) => readView(endpoint, settings, finality, asksFinal));
    return dropStale(
      answers.map(({ value }) => value),
      settings,
      now().getTime(),
    );
  };

  /** The answers contradict what was read before: every node is asked for the checkpoint, which decides the branch. */
  const readAnew = async (views: readonly NodeView[], cursor: ReadCursor): Promise<ChainStep> => {
    return readAdaptively(await chooseBranch(await withCheckpoint(views, cursor), cursor, memory), cursor, true);
  };

  const step = async (cursor: ReadCursor): Promise<ChainStep> => {
    const views = await readViews(cursor.isOpen);
    await token.refresh(views, needed());
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
      const gather = (endpoint: Endpoint) => gatherEvidence(endpoint, settings, finality, transfers);
      const evidence = await askUsable(endpoints, quorum, identify, gather, ({ receipts }) => receipts);
      return judgeFinality(transfers, evidence, rule, needed());
    },
    findSent: (search) => findSent({ settings, rule, finality, panelOf, needed, now }, search),
    ...createLookUp({ rule, refreshWatched, panelOf, needed }),
    assurance: () => {
      const known = assuranceOf(endpoints, quorum);
      const isProofMissing = endpoints.length === 1 && endpoints.some(lacksBlockReceipts);
      const notes = [...(isUnproven() ? ['logs_unproven'] : []), ...(isProofMissing ? ['no_block_receipts'] : [])];
      return { ...known, notes: [...known.notes, ...notes], token: token.known() };
    },
  };
}
