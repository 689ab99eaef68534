import type { Endpoint } from '../../rpc/endpoint';
import { askAll } from '../../rpc/panel';
import { RpcError } from '../../rpc/rpc-errors';
import type { FoundSent, SentFindings, SentSearch } from '../chain-adapter';
import { OVERLAP_MS } from './accounts/account-progress';
import { listAccountsOf } from './accounts/token-accounts.queries';
import type { ChainView } from './slots';
import type { SolanaDeps } from './solana-deps';
import type { SolanaTransaction } from './solana-wire';
import { type Listed, listOnNode, mergeNodeLists, type NodeList } from './transactions/list-signatures';
import { readWanted } from './transactions/read-signatures';
import { holdersIn, readTransfers } from './transactions/read-transaction';

/** Per search; the rest follows in the next ones. */
const READ_MAX = 50;
/** Some 5 MB. */
const REMEMBERED_MAX = 20_000;
/** Slots are not evenly long: a search by time begins this much earlier than reckoned. */
const SLOT_SLACK = 150;
/** These pass: the transaction is read again. With any other fault it cannot be read, and is left out. */
const PASSING = new Set(['limited', 'exhausted', 'key', 'timeout', 'unreachable', 'behind']);

function firstSlot({ common, commonTime }: ChainView, { from, since }: SentSearch, blockMs: number): number {
  const back = since === undefined ? 0 : Math.max(0, Math.ceil((commonTime.getTime() - since.getTime()) / blockMs));
  const bySince = since === undefined ? common : Math.max(0, common - back - SLOT_SLACK);
  return Math.min(from ?? common, bySince);
}

type Lists = { readonly listed: readonly Listed[] /** Nodes that listed every account to its end. */; readonly nodes: number };

/** Signatures of the senders' token accounts from this slot on, oldest first. A transfer out of an account names that account. */
async function listSince(view: ChainView, accounts: readonly string[], slot: number): Promise<Lists> {
  const requests = accounts.map((tokenAccount) => ({
    tokenAccount,
    anchorSlot: slot,
    anchorSignature: null,
    since: new Date(0),
    resumeBefore: null,
  }));
  const nodes = view.nodes.map(({ endpoint }) => endpoint);
  const answers = await askAll(nodes, async (endpoint) => {
    const lists = await listOnNode(endpoint, requests, 0);
    return lists.map((list): NodeList => {
      if (list instanceof RpcError) throw list;
      return list;
    });
  });
  const each = answers.flatMap(({ endpoint, value }) =>
    value.map((list): { endpoint: Endpoint; value: NodeList } => ({ endpoint, value: list })),
  );
  const listed = mergeNodeLists(each)
    .filter(({ failed, slots }) => !failed && Math.max(...slots) >= slot)
    .sort((a, b) => slotOf(a) - slotOf(b));
  return { listed, nodes: answers.filter(({ value }) => value.every(({ resumeBefore }) => resumeBefore === null)).length };
}

const slotOf = ({ slots }: Listed): number => Math.min(...slots);

const transfersOf = (transaction: SolanaTransaction, mint: string): FoundSent[] =>
  holdersIn(transaction, mint)
    .flatMap((account) => readTransfers(transaction, account, mint))
    .map((transfer) => ({ ...transfer, fromKey: transfer.fromAddress }));

/**
 * The transfers of final transactions that were read: searches overlap, and anyone can name a merchant's account in any number of cheap
 * transactions. Without it such a number in one slot, or in the overlap, would be read again and again, and nothing after it.
 */
export type ReadMemory = Map<string, readonly FoundSent[]>;

function remember(memory: ReadMemory, signature: string, transfers: readonly FoundSent[]): void {
  memory.set(signature, transfers);
  const [oldest] = memory.keys();
  if (memory.size > REMEMBERED_MAX && oldest !== undefined) memory.delete(oldest);
}

export type SentParts = {
  readonly accountOf: (owner: string) => string;
  readonly memory: ReadMemory;
  /** Nodes that have to list the accounts before slots count as searched. */
  readonly needed: number;
};

/** Reads some of them; returns what these transfer, and those that could not be read now. */
async function readSome(view: ChainView, mint: string, some: readonly Listed[], memory: ReadMemory) {
  const got = await readWanted(
    view.nodes.map(({ endpoint }) => endpoint),
    some,
  );
  const transfers: FoundSent[] = [];
  const failed: { entry: Listed; error: RpcError }[] = [];
  for (const entry of some) {
    const value = got.get(entry.signature) ?? new RpcError('behind', 'no node was asked for it');
    if (value instanceof RpcError && PASSING.has(value.fault)) failed.push({ entry, error: value });
    else {
      const sent = value instanceof RpcError ? [] : transfersOf(value, mint);
      transfers.push(...sent);
      if (Math.max(...entry.slots) <= view.final) remember(memory, entry.signature, sent);
    }
  }
  const [first] = failed;
  if (first !== undefined && failed.length === some.length) throw first.error;
  return { transfers, failed: failed.map(({ entry }) => entry) };
}

/** Transfers by sender and recipient, among the newest transactions of the senders' token accounts. */
export async function findSent(
  { db, settings }: SolanaDeps,
  view: ChainView,
  search: SentSearch,
  { accountOf, memory, needed }: SentParts,
): Promise<SentFindings> {
  const owners = [...search.senders];
  const accounts = new Set([...owners.map(accountOf), ...(await listAccountsOf(db.query, settings.network, owners))]);
  const slot = firstSlot(view, search, settings.blockMs);
  const { listed, nodes } = await listSince(view, [...accounts], slot);
  const known = listed.flatMap(({ signature }) => memory.get(signature) ?? []);
  const unread = listed.filter(({ signature }) => !memory.has(signature));
  const { transfers, failed } = await readSome(view, settings.contract, unread.slice(0, READ_MAX), memory);
  const left = [...failed, ...unread.slice(READ_MAX)];
  const settled = view.final - Math.ceil(OVERLAP_MS / settings.blockMs);
  return {
    transfers: [...known, ...transfers]
      .filter(({ fromKey, toKey }) => search.senders.has(fromKey) && search.recipients.has(toKey))
      .sort((a, b) => a.block.number - b.block.number || a.logIndex - b.logIndex),
    nextBlock: nodes < needed ? slot : Math.max(slot, Math.min(settled + 1, ...left.map(slotOf))),
    isCaughtUp: left.length === 0,
  };
}
