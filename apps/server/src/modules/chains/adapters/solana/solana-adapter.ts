import type { NetworkSettings } from '../../../../config-networks';
import type { Db } from '../../../../platform/db';
import { type IncomingTransfer, type Transfer, toMicros } from '../../chains.domain';
import { createEndpoint, type Endpoint } from '../../rpc/endpoint';
import { askAll, choosePanel, wordsNeeded } from '../../rpc/panel';
import { RpcError } from '../../rpc/rpc-errors';
import type { ChainAdapter, ChainStep, Verdict } from '../chain-adapter';
import { readTransfers, slotHash } from './read-transaction';
import { checkMint, readSignatures, readSlots, readTransactions } from './solana-node';
import { associatedTokenAccount } from './token-account';
import { type AccountProgress, type AccountRow, listAccounts, saveAccounts } from './token-accounts.queries';

export type SolanaAdapterDeps = {
  readonly settings: NetworkSettings;
  readonly db: Db;
  readonly now: () => Date;
  /** Owners somebody is about to pay; the others are asked once an hour. Undefined asks all of them at every look. */
  readonly busyOwners: () => Promise<ReadonlySet<string> | undefined>;
};

const IDLE_MS = 3_600_000;
const FIRST_LOOK_BACK_MS = 60_000;
/** After so many slots without a trace a transaction cannot come any more: its blockhash is valid for 150. */
const GONE_SLOTS = 300;

type AccountNews = AccountProgress & { readonly transfers: readonly IncomingTransfer[] };

/** Solana has no logs to filter, so each watched owner's token account is asked for what is new. */
export function createSolanaAdapter({ settings, db, now, busyOwners }: SolanaAdapterDeps): ChainAdapter {
  const mint = settings.contract;
  const endpoints = settings.endpoints.map((endpoint) =>
    createEndpoint({
      ...endpoint,
      timeoutMs: settings.requestTimeoutMs,
      ratePerSecond: settings.ratePerSecond,
      rangeMax: settings.rangeMax,
    }),
  );
  const quorum = Math.min(settings.quorum, endpoints.length);
  const identify = (endpoint: Endpoint) => checkMint(endpoint, settings);
  const accounts = new Map<string, string>();
  const accountOf = (owner: string): string => {
    const account = accounts.get(owner) ?? associatedTokenAccount(owner, mint);
    accounts.set(owner, account);
    return account;
  };

  async function readAccount(endpoint: Endpoint, row: AccountRow): Promise<AccountNews> {
    const watched = { ownerKey: row.ownerKey, tokenAccount: row.tokenAccount ?? accountOf(row.ownerKey) };
    const since = new Date(row.watchedSince.getTime() - FIRST_LOOK_BACK_MS);
    const signatures = await readSignatures(endpoint, watched.tokenAccount, row.lastSignature, since);
    const wanted = signatures.filter(({ err, blockTime }) => {
      const isOld = row.lastSignature === null && blockTime != null && blockTime * 1000 < since.getTime();
      return err === null && !isOld;
    });
    const transactions = await readTransactions(
      endpoint,
      wanted.map(({ signature }) => signature),
      'confirmed',
    );
    const transfers = transactions.flatMap((transaction) => {
      if (transaction === null) throw new RpcError('behind', 'a listed transaction is not there yet'); // the account is asked again
      return readTransfers(transaction, watched, mint);
    });
    const newest = signatures.at(-1);
    return { ...watched, lastSignature: newest?.signature ?? null, lastSlot: newest?.slot ?? 0, transfers };
  }

  async function dueAccounts(): Promise<AccountRow[]> {
    const [rows, busy] = [await listAccounts(db.query, settings.network), await busyOwners()];
    const idleBefore = now().getTime() - IDLE_MS;
    const isDue = ({ ownerKey, polledAt }: AccountRow) =>
      busy === undefined || busy.has(ownerKey) || polledAt === null || polledAt.getTime() < idleBefore;
    return rows.filter(isDue);
  }

  async function readAll(endpoint: Endpoint): Promise<ChainStep> {
    const view = await readSlots(endpoint);
    // After the slot is known: whoever could be paid up to it was watched before.
    const news: AccountNews[] = [];
    for (const row of await dueAccounts()) news.push(await readAccount(endpoint, row));
    endpoint.succeeded();
    const found = news.flatMap(({ transfers }) => transfers);
    const valued = found.filter(({ raw }) => toMicros(raw, settings.decimals) > 0n);
    const checkpoint = { number: view.head, hash: slotHash(view.head), time: view.headTime };
    const progress = news.map(({ transfers: _, ...rest }) => rest);
    const save: NonNullable<ChainStep['range']>['save'] = (tx) => saveAccounts(tx, settings.network, progress, now());
    return {
      headBlock: view.head,
      finalBlock: view.final,
      caughtUp: true,
      range: {
        from: view.head,
        to: view.head,
        checkpoint,
        transfers: valued,
        zeroValue: found.length - valued.length,
        isPartial: true,
        save,
      },
    };
  }

  function vote(transfer: Transfer, final: number, transaction: Awaited<ReturnType<typeof readTransactions>>[number]): Verdict {
    if (transaction === null) return final > transfer.blockNumber + GONE_SLOTS ? 'gone' : 'wait';
    const watched = { ownerKey: transfer.toKey, tokenAccount: accountOf(transfer.toKey) };
    const isSame = (found: IncomingTransfer) =>
      found.logIndex === transfer.logIndex && found.raw === transfer.raw && found.block.number === transfer.blockNumber;
    return readTransfers(transaction, watched, mint).some(isSame) ? 'final' : 'gone';
  }

  return {
    rereads: false,
    step: async () => {
      const [endpoint] = await choosePanel(endpoints, 1, identify);
      const [answer] = await askAll(endpoint === undefined ? [] : [endpoint], readAll);
      if (answer === undefined) throw new RpcError('unreachable', 'no node is configured');
      return answer.value;
    },
    confirm: async (transfers) => {
      const panel = await choosePanel(endpoints, quorum, identify);
      const evidence = await askAll(panel, async (endpoint) => ({
        final: (await readSlots(endpoint)).final,
        transactions: await readTransactions(
          endpoint,
          transfers.map(({ txHash }) => txHash),
          'finalized',
        ),
      }));
      const isEnough = evidence.length >= wordsNeeded(endpoints, quorum);
      return new Map(
        transfers.map((transfer, index) => {
          const votes = new Set(evidence.map(({ value }) => vote(transfer, value.final, value.transactions[index] ?? null)));
          const [only] = votes;
          return [transfer.id, isEnough && votes.size === 1 && only !== undefined ? only : 'wait'];
        }),
      );
    },
  };
}
