import { microsOfUnits } from '@stablegate/rules';
import type { NetworkSettings } from '../../../../config-networks';
import type { BlockRef, ProvableTransfer } from '../../chains.domain';
import type { Endpoint } from '../../rpc/endpoint';
import { createEndpoints } from '../../rpc/endpoints';
import { type Answered, type Assurance, askUsable, assuranceOf, quorumNeeded, selectQuorumNodes } from '../../rpc/panel';
import { type ChainAdapter, type ChainStep, type ReadCursor, type Verdict, verdictOf } from '../chain-adapter';
import { overlapMs } from './accounts/account-progress';
import { createDueAccounts } from './accounts/due-accounts';
import { createHousekeeping } from './accounts/housekeeping';
import { findOtherAccounts } from './accounts/other-accounts';
import { associatedTokenAccount } from './accounts/token-account';
import { type Evidence, gatherEvidence, vote } from './confirm';
import { findSent, type ReadMemory } from './find-sent';
import { lookUpTransaction, lookUpTransfersTo } from './look-up';
import { prepareTransfer } from './prepare-transfer';
import { readSlice, type Slice } from './read-slice';
import { type ChainView, readView } from './slots';
import type { SolanaDeps } from './solana-deps';
import { checkMint } from './solana-node';
import { slotHash } from './transactions/read-transaction';
import { queueSignatures } from './transactions/signatures.queries';
import { tokenAccountOf } from './transactions/solana-transfers.domain';

/** An account counts as read up to this long before the newest slot: about the time to finality, when every index has caught up. */
const SETTLE_MS = 15_000;
/** Several machines behind one address may be some slots apart; a list may come from one that is this far behind. */
const POOL_LAG_MS = 10_000;
/** Slots are reused by the next poll, which halves their cost. */
const VIEW_POLLS = 1.5;
const LOOK_UP_NODES = 3;

const refOf = ({ common, commonTime }: ChainView): BlockRef => ({ number: common, hash: slotHash(common), time: commonTime });

/** Partial, because only some accounts were listed; each account's progress is saved with its transfers. */
function toStep(settings: NetworkSettings, view: ChainView, slice: Slice, checkpoint: BlockRef, caughtUp: boolean): ChainStep {
  const valued = slice.transfers.filter(({ raw }) => microsOfUnits(raw, settings.decimals) > 0n);
  return {
    headBlock: view.head,
    finalBlock: view.final,
    caughtUp,
    range: {
      from: view.head,
      to: view.head,
      checkpoint,
      transfers: valued,
      zeroValue: slice.transfers.length - valued.length,
      isPartial: true,
      save: slice.save,
    },
  };
}

/** All queried nodes have to agree. */
function judge(transfer: ProvableTransfer, mint: string, answers: readonly Answered<Evidence>[], final: number): ReturnType<typeof vote> {
  if (transfer.blockNumber > final) return 'wait';
  return verdictOf(
    answers.map(({ endpoint, value }) => ({ endpoint, value: vote(transfer, mint, value) })),
    answers.length,
  );
}

/** Deriving an address costs hashes and curve checks, so it is cached per owner. */
function createAccountMemo(mint: string): (owner: string) => string {
  const accounts = new Map<string, string>();
  return (owner) => {
    const account = accounts.get(owner) ?? associatedTokenAccount(owner, mint);
    accounts.set(owner, account);
    return account;
  };
}

/** Transactions that moved to another slot are read again, where their account is watched. */
const queueAgain = ({ db, settings, now }: SolanaDeps, moved: readonly ProvableTransfer[]): Promise<void> =>
  queueSignatures(
    db.query,
    settings.network,
    moved.map(({ logKey, txHash }) => ({ tokenAccount: tokenAccountOf(logKey), signature: txHash, slot: 0, blockTime: null })),
    now(),
  );

const withNotes = (known: Assurance, more: readonly string[]): Assurance => ({ ...known, notes: [...known.notes, ...more] });

/** Solana has no logs to filter, so the token account of each watched owner is listed for new signatures, some accounts per step. */
export function createSolanaAdapter(deps: SolanaDeps): ChainAdapter {
  const { settings } = deps;
  const endpoints = createEndpoints(settings, deps.usage);
  const quorum = Math.min(settings.quorum, endpoints.length);
  const identify = (endpoint: Endpoint) => checkMint(endpoint, settings);
  const needed = () => quorumNeeded(endpoints, quorum);
  const lookUpPanel = () => selectQuorumNodes(endpoints, Math.max(quorum, LOOK_UP_NODES), identify);
  const accountOf = createAccountMemo(settings.contract);
  const dueAccounts = createDueAccounts({ ...deps, accountOf });
  const housekeeping = createHousekeeping(deps);
  const sentMemory: ReadMemory = new Map();
  let view: ChainView | undefined;
  let lastRound: BlockRef | undefined;

  const currentView = async (): Promise<ChainView> => {
    if (view !== undefined && performance.now() - view.takenAt < settings.pollMs * VIEW_POLLS) return view;
    view = undefined;
    view = await readView(await selectQuorumNodes(endpoints, quorum, identify), settings, deps.now().getTime());
    return view;
  };

  const step = async (cursor: ReadCursor): Promise<ChainStep> => {
    // The slot first, then the watched addresses: every address that could be paid up to that slot was watched before.
    const seen = await currentView();
    const due = await dueAccounts.next(cursor.isOpen);
    const at = {
      settledSlot: Math.max(0, Math.min(seen.final, seen.common) - Math.ceil(overlapMs(needed(), quorum) / settings.blockMs)),
      readThrough: new Date(seen.commonTime.getTime() - SETTLE_MS),
      needed: needed(),
      lagSlots: Math.ceil(POOL_LAG_MS / settings.blockMs),
    };
    const slice = await readSlice(deps, seen, due.accounts, at).catch((error: unknown) => {
      view = undefined;
      throw error;
    });
    if (due.isRoundDone) lastRound = refOf(seen);
    const others = await findOtherAccounts(deps, seen, due.accounts, accountOf);
    const keep = await housekeeping.next();
    const save: Slice['save'] = async (tx) => {
      await slice.save(tx);
      await others?.(tx);
      await keep?.(tx);
    };
    const checkpoint = lastRound ?? cursor.checkpoint ?? refOf(seen);
    return toStep(settings, seen, { ...slice, save }, checkpoint, due.isDone && !slice.isMoreDue);
  };

  const confirm = async (transfers: readonly ProvableTransfer[]): Promise<Map<string, Verdict>> => {
    const { final } = await currentView();
    const gather = (endpoint: Endpoint) => gatherEvidence(endpoint, transfers, final);
    const answers = await askUsable(endpoints, quorum, identify, gather, (evidence) => evidence);
    const isEnough = answers.length >= needed();
    const votes = new Map(transfers.map((transfer) => [transfer, isEnough ? judge(transfer, settings.contract, answers, final) : 'wait']));
    const moved = transfers.filter((transfer) => votes.get(transfer) === 'moved');
    await queueAgain(deps, moved);
    return new Map([...votes].map(([{ id }, word]) => [id, word === 'moved' ? 'wait' : word]));
  };

  return {
    rereads: false,
    step,
    confirm,
    lookUp: async (txHash) => lookUpTransaction(deps, await lookUpPanel(), txHash, accountOf),
    lookUpTo: async (signature, owner) => lookUpTransfersTo(deps, await lookUpPanel(), { signature, owner, needed: needed() }),
    findSent: async (search) => findSent(deps, await currentView(), search, { accountOf, memory: sentMemory, needed: needed() }),
    prepareTransfer: async (transfer) => prepareTransfer(await lookUpPanel(), settings, transfer),
    assurance: () => withNotes(assuranceOf(endpoints, quorum), housekeeping.notes()),
  };
}
