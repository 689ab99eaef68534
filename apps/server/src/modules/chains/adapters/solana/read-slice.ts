import type { NetworkSettings } from '../../../../config-networks';
import type { Queryable } from '../../../../platform/db/db';
import type { IncomingTransfer } from '../../chains.domain';
import type { Endpoint } from '../../rpc/endpoint';
import { askAll } from '../../rpc/panel';
import { RpcError } from '../../rpc/rpc-errors';
import { listByTransactions } from '../../watch/transfers.queries';
import { findAbsent, GONE_SLOTS } from './absence';
import { type AccountLists, type DueAccount, type ListedAt, newerThanAnchor, progressOf, requestFor } from './accounts/account-progress';
import { addAccounts, holdAtUnread, saveProgress } from './accounts/token-accounts.queries';
import type { ChainView } from './slots';
import type { SolanaDeps } from './solana-deps';
import type { SlotView } from './solana-node';
import { type Listed, listOnNode, mergeNodeLists, type NodeList } from './transactions/list-signatures';
import { type Got, isUnknown, readWanted } from './transactions/read-signatures';
import { readTransfers, type WatchedAccount } from './transactions/read-transaction';
import { inKnownShape } from './transactions/same-shape';
import { dropRead, listKnown, listUnread, type SignatureOutcome, saveSignatures } from './transactions/signatures.queries';

/** Transactions per step: what a node returns in four seconds. The rest follows in the next steps. */
const READ_SECONDS = 4;
const [READ_MIN, READ_MAX] = [20, 200];
/** One account gets at most half of them, and a fifth is reserved for deferred ones, so that neither starves the others. */
const SHARE_OF_ONE = 2;
const SHARE_OF_RETRIES = 5;
const RETRY_MS = 2_000;
const RETRY_MS_MAX = 600_000;
const RECHECK_MS = 60_000;
const RECHECK_MS_MAX = 3_600_000;

export type Slice = {
  readonly transfers: readonly IncomingTransfer[];
  /** Due signatures were left unread: continue immediately. */
  readonly isMoreDue: boolean;
  readonly save: (tx: Queryable) => Promise<void>;
};

type Task = WatchedAccount & {
  readonly signature: string;
  readonly slots: ReadonlySet<number>;
  readonly blockTime: Date | null;
  readonly nodes: readonly Endpoint[];
  readonly tries: number;
  readonly isRecheck: boolean;
};

/** Every node's list of these accounts; a failure concerns only that node and account. */
async function listAccounts(nodes: readonly SlotView[], accounts: readonly DueAccount[], lagSlots: number): Promise<AccountLists[]> {
  if (accounts.length === 0) return [];
  const headOf = new Map(nodes.map(({ endpoint, head }) => [endpoint, head]));
  const requests = accounts.map(requestFor);
  const answers = await askAll([...headOf.keys()], (endpoint) =>
    listOnNode(endpoint, requests, Math.max(0, (headOf.get(endpoint) ?? 0) - lagSlots)),
  );
  for (const { endpoint } of answers) endpoint.succeeded();
  return accounts.map((account, index) => {
    const values = answers.map(({ endpoint, value }) => ({ endpoint, value: value[index] ?? new RpcError('garbage', 'no list') }));
    const whole = values.filter((answer): answer is { endpoint: Endpoint; value: NodeList } => !(answer.value instanceof RpcError));
    const failure = values.map(({ value }) => value).find((value): value is RpcError => value instanceof RpcError);
    const resumeBefore = whole.map(({ value }) => value.resumeBefore).find((before) => before !== null) ?? null;
    return { account, listed: mergeNodeLists(whole), nodes: whole.length, resumeBefore, failure };
  });
}

/** Signatures that are new, were seen in another slot, or belong to a reorged transfer. */
async function findFresh({ db, settings }: SolanaDeps, lists: readonly AccountLists[]): Promise<Task[]> {
  const newer = lists.map(({ account, listed }) => ({ account, entries: newerThanAnchor(account, listed) }));
  const signatures = newer.flatMap(({ entries }) => entries.map(({ signature }) => signature));
  const accounts = lists.map(({ account }) => account.tokenAccount);
  const known = new Map(
    (await listKnown(db.query, settings.network, accounts, signatures)).map((row) => [`${row.tokenAccount}:${row.signature}`, row]),
  );
  const isFresh = (account: DueAccount, { signature, slots }: Listed): boolean => {
    const row = known.get(`${account.tokenAccount}:${signature}`);
    return row === undefined || row.isRecheck || (row.isRead && !slots.has(row.slot));
  };
  return newer.flatMap(({ account, entries }) =>
    entries
      .filter((entry) => isFresh(account, entry))
      .map(({ signature, slots, blockTime, nodes }) => ({
        ownerKey: account.ownerKey,
        tokenAccount: account.tokenAccount,
        signature,
        slots,
        blockTime,
        nodes,
        tries: 0,
        isRecheck: false,
      })),
  );
}

const keyOf = ({ tokenAccount, signature }: Task): string => `${tokenAccount}:${signature}`;

const readMax = ({ ratePerSecond }: NetworkSettings): number =>
  Math.max(READ_MIN, Math.min(READ_MAX, Math.floor(ratePerSecond * READ_SECONDS)));

function chooseNow(fresh: readonly Task[], max: number): Set<Task> {
  const perAccount = new Map<string, number>();
  const chosen = new Set<Task>();
  for (const task of fresh) {
    const count = perAccount.get(task.tokenAccount) ?? 0;
    if (count >= max / SHARE_OF_ONE || chosen.size >= max - max / SHARE_OF_RETRIES) continue;
    perAccount.set(task.tokenAccount, count + 1);
    chosen.add(task);
  }
  return chosen;
}

const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();

function putAside(task: Task, error: string | null, now: Date): SignatureOutcome {
  const { tokenAccount, signature, slots, blockTime, isRecheck } = task;
  const tries = error === null ? task.tries : task.tries + 1;
  const [first, most] = isRecheck ? [RECHECK_MS, RECHECK_MS_MAX] : [RETRY_MS, RETRY_MS_MAX];
  const pause = error === null ? 0 : Math.min(most, first * 2 ** Math.min(tries - 1, 12));
  return {
    tokenAccount,
    signature,
    slot: Math.min(...slots),
    blockTime: blockTime?.toISOString() ?? null,
    error: error?.slice(0, 300) ?? null,
    isRead: false,
    isRecheck,
    tries,
    nextTryAt: later(now, pause),
  };
}

type Outcome = { readonly outcome: SignatureOutcome; readonly transfers: readonly IncomingTransfer[] };

function outcomeOf(task: Task, got: Got | undefined, mint: string, now: Date): Outcome {
  if (got === undefined || got instanceof RpcError)
    return { outcome: putAside(task, got?.message ?? 'no node could be asked', now), transfers: [] };
  try {
    const transfers = readTransfers(got, task, mint);
    // A list that keeps naming another slot than the transaction must not make it look new at every poll.
    const slot = task.nodes.length === 0 || task.slots.has(got.slot) ? got.slot : Math.min(...task.slots);
    const outcome = { ...putAside(task, null, now), slot, isRead: true, isRecheck: false, tries: task.tries + 1, nextTryAt: null };
    return { outcome, transfers };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { outcome: putAside(task, error.message, now), transfers: [] };
  }
}

/** Lists some accounts, reads their new and deferred signatures, and returns how to save them. */
export async function readSlice(deps: SolanaDeps, view: ChainView, accounts: readonly DueAccount[], at: ListedAt): Promise<Slice> {
  const { settings, db } = deps;
  const { network, contract: mint } = settings;
  const nodes = view.nodes.filter(({ endpoint }) => endpoint.isAvailable(Date.now()));
  if (nodes.length === 0) throw new RpcError('unreachable', 'every node is backing off after faults');
  const lists = await listAccounts(nodes, accounts, at.lagSlots);
  const fresh = await findFresh(deps, lists);
  const max = readMax(settings);
  const chosen = chooseNow(fresh, max);
  const now = deps.now();
  const retries = (await listUnread(db.query, network, now, max - chosen.size)).map(
    (row): Task => ({ ...row, slots: new Set([row.slot]), nodes: [] }),
  );
  const isFresh = new Set(fresh.map(keyOf));
  const tasks = [...chosen, ...retries.filter((retry) => !isFresh.has(keyOf(retry)))];
  const panel = nodes.map(({ endpoint }) => endpoint);
  const wanted = [...new Map(tasks.map((task) => [task.signature, task])).values()];
  const got = await readWanted(panel, wanted);
  // Without a trace after this: listed on a fork that was abandoned. The account stops waiting for it, and it is searched for one more day.
  const isLost = ({ signature, slots, isRecheck }: Task) =>
    !isRecheck && isUnknown(got.get(signature)) && Math.max(...slots) + GONE_SLOTS < view.final;
  const absent = await findAbsent(panel, tasks.filter(isLost), at.needed);
  const outcomes = tasks
    .map((task) => (absent.has(task.signature) ? { ...task, isRecheck: true } : task))
    .map((task) => outcomeOf(task, got.get(task.signature), mint, now));
  const deferred = fresh.filter((task) => !chosen.has(task)).map((task) => putAside(task, null, now));
  const found = outcomes.flatMap(({ transfers }) => transfers);
  const hashes = [...new Set(found.map(({ txHash }) => txHash))];
  const rows = hashes.length === 0 ? [] : await listByTransactions(db.query, network, hashes);
  const progress = lists.map((list) => progressOf(list, at));
  return {
    transfers: inKnownShape(found, rows),
    isMoreDue: deferred.length > 0 || tasks.length >= max,
    save: async (tx) => {
      await addAccounts(tx, network, progress);
      await saveSignatures(tx, network, [...deferred, ...outcomes.map(({ outcome }) => outcome)], now);
      await saveProgress(tx, network, progress, now);
      await holdAtUnread(tx, network);
      await dropRead(
        tx,
        network,
        progress.map(({ tokenAccount }) => tokenAccount),
      );
    },
  };
}
