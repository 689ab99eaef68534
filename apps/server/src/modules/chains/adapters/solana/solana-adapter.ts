import type { NetworkSettings } from '../../../../config-networks';
import type { Db } from '../../../../platform/db';
import { type Transfer, toMicros } from '../../chains.domain';
import { createEndpoint, type Endpoint } from '../../rpc/endpoint';
import { askAll, assuranceOf, choosePanel, quorumNeeded } from '../../rpc/panel';
import { RpcError } from '../../rpc/rpc-errors';
import type { ChainAdapter, ChainStep, Verdict } from '../chain-adapter';
import { type Evidence, gatherEvidence, vote } from './confirm';
import { type AccountNews, readAccount } from './read-account';
import { slotHash } from './read-transaction';
import { checkMint, readSlots, type SlotView } from './solana-node';
import { associatedTokenAccount } from './token-account';
import { type AccountRow, listAccounts, saveAccounts } from './token-accounts.queries';

export type SolanaAdapterDeps = {
  readonly settings: NetworkSettings;
  readonly db: Db;
  readonly now: () => Date;
  /** Owners somebody is about to pay; the others are asked once an hour. Undefined asks all of them at every look. */
  readonly busyOwners: () => Promise<ReadonlySet<string> | undefined>;
};

const IDLE_MS = 3_600_000;

async function dueAccounts({ settings, db, now, busyOwners }: SolanaAdapterDeps): Promise<AccountRow[]> {
  const [rows, busy] = [await listAccounts(db.query, settings.network), await busyOwners()];
  const idleBefore = now().getTime() - IDLE_MS;
  const isDue = ({ ownerKey, polledAt }: AccountRow) =>
    busy === undefined || busy.has(ownerKey) || polledAt === null || polledAt.getTime() < idleBefore;
  return rows.filter(isDue);
}

/** Only some accounts were asked, so what is not here may exist all the same; each account's place is saved with what was found. */
function toStep({ settings, now }: SolanaAdapterDeps, view: SlotView, news: readonly AccountNews[]): ChainStep {
  const found = news.flatMap(({ transfers }) => transfers);
  const valued = found.filter(({ raw }) => toMicros(raw, settings.decimals) > 0n);
  const progress = news.map(({ transfers: _, ...rest }) => rest);
  return {
    headBlock: view.head,
    finalBlock: view.final,
    caughtUp: true,
    range: {
      from: view.head,
      to: view.head,
      checkpoint: { number: view.head, hash: slotHash(view.head), time: view.headTime },
      transfers: valued,
      zeroValue: found.length - valued.length,
      isPartial: true,
      save: (tx) => saveAccounts(tx, settings.network, progress, now()),
    },
  };
}

/** Solana has no logs to filter, so each watched owner's token account is asked for what is new. */
export function createSolanaAdapter(deps: SolanaAdapterDeps): ChainAdapter {
  const { settings } = deps;
  const { contract: mint, requestTimeoutMs: timeoutMs, ratePerSecond, rangeMax } = settings;
  const endpoints = settings.endpoints.map((endpoint) => createEndpoint({ ...endpoint, timeoutMs, ratePerSecond, rangeMax }));
  const quorum = Math.min(settings.quorum, endpoints.length);
  const identify = (endpoint: Endpoint) => checkMint(endpoint, settings);
  const accounts = new Map<string, string>();
  const accountOf = (owner: string): string => {
    const account = accounts.get(owner) ?? associatedTokenAccount(owner, mint);
    accounts.set(owner, account);
    return account;
  };

  const readAll = async (endpoint: Endpoint): Promise<ChainStep> => {
    const view = await readSlots(endpoint);
    const news: AccountNews[] = [];
    // After the slot is known: whoever could be paid up to it was watched before.
    for (const row of await dueAccounts(deps)) {
      news.push(await readAccount(endpoint, row, row.tokenAccount ?? accountOf(row.ownerKey), mint));
    }
    endpoint.succeeded();
    return toStep(deps, view, news);
  };

  const judge = (transfer: Transfer, index: number, evidence: readonly Evidence[]): Verdict => {
    const account = accountOf(transfer.toKey);
    const votes = new Set(evidence.map(({ final, transactions }) => vote(transfer, account, mint, final, transactions[index] ?? null)));
    const [only] = votes;
    return votes.size === 1 && only !== undefined ? only : 'wait';
  };

  return {
    rereads: false,
    step: async () => {
      const [answer] = await askAll(await choosePanel(endpoints, 1, identify), readAll);
      if (answer === undefined) throw new RpcError('unreachable', 'no node is configured');
      return answer.value;
    },
    confirm: async (transfers) => {
      const panel = await choosePanel(endpoints, quorum, identify);
      const answers = await askAll(panel, (endpoint) => gatherEvidence(endpoint, transfers));
      const isEnough = answers.length >= quorumNeeded(endpoints, quorum);
      const evidence = answers.map(({ value }) => value);
      return new Map(transfers.map((transfer, index) => [transfer.id, isEnough ? judge(transfer, index, evidence) : 'wait']));
    },
    lookUp: async () => {
      throw new RpcError('unsupported', 'transactions cannot be looked up on this network');
    },
    assurance: () => assuranceOf(endpoints, quorum),
  };
}
