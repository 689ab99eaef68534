import {
  type Address,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit';
import type { ChainHead } from '../chain/chain-types';
import { messageOf, parsedTransaction } from './parsed-transaction';
import { solanaPayer } from './solana-accounts';
import { openSolanaJournal } from './solana-journal';
import { createSolanaVm, type SolanaVm } from './solana-vm';

export type LandedTransaction = { readonly txHash: string; readonly blockNumber: number; readonly status: 'success' | 'reverted' };
export type SolanaEntry = {
  readonly signature: string;
  readonly slot: number;
  readonly time: number;
  readonly failed: boolean;
  readonly accounts: readonly Address[];
  readonly body: object;
};
type Waiting = { readonly transaction: Transaction; readonly landed: (result: LandedTransaction) => void };

export type SolanaLedger = {
  readonly vm: SolanaVm;
  readonly head: () => { readonly slot: number; readonly time: number };
  /** Goes into the next slot; resolves when that slot is on disk. */
  readonly send: (transaction: Transaction) => Promise<LandedTransaction>;
  readonly hasPending: () => boolean;
  readonly find: (signature: string) => SolanaEntry | undefined;
  /** Newest first. */
  readonly ofAccount: (account: string) => readonly SolanaEntry[];
  /** In execution order. */
  readonly inSlot: (slot: number) => readonly SolanaEntry[];
  /** A new block of the chain is Solana's next slot: pending transactions land in it. */
  readonly onHead: (head: ChainHead) => Promise<void>;
  /** For tests: as if the last transaction had been on an abandoned fork; the returned function restores it. */
  readonly forgetLast: () => () => void;
  readonly close: () => Promise<void>;
};

const decode = (wire: string): Transaction => getTransactionDecoder().decode(getBase64Encoder().encode(wire));

/**
 * Solana's side of the sandbox. Its slots are the blocks of the EVM node, so both share pace, clock and a height that never decreases; only
 * the transactions are its own, and its own journal replays them at the next start.
 */
export async function createSolanaLedger(dir: string): Promise<SolanaLedger> {
  const vm = await createSolanaVm(await solanaPayer());
  const journal = await openSolanaJournal(dir);
  const entries = new Map<string, SolanaEntry>();
  const byAccount = new Map<string, SolanaEntry[]>();
  let waiting: Waiting[] = [];
  let head = { slot: 0, time: 0 };

  const listOf = (account: string): SolanaEntry[] => {
    const list = byAccount.get(account) ?? [];
    byAccount.set(account, list);
    return list;
  };
  const land = (transaction: Transaction, slot: number, time: number): SolanaEntry => {
    const message = messageOf(transaction);
    // Programs hold no tokens, and reading one copies all of it.
    const programs = new Set(message.calls.map(({ programIdIndex }) => programIdIndex));
    const holdings = () => message.accounts.map((account, index) => (programs.has(index) ? undefined : vm.holdingOf(account)));
    const before = holdings();
    const outcome = vm.run(transaction);
    const place = { signature: getSignatureFromTransaction(transaction), slot, time };
    const body = parsedTransaction(message, outcome, place, { before, after: holdings() });
    const entry = { ...place, failed: outcome.failed, accounts: message.accounts, body };
    entries.set(entry.signature, entry);
    for (const account of new Set(message.accounts)) listOf(account).push(entry);
    return entry;
  };

  for (const { slot, time, transactions } of journal.records) for (const wire of transactions) land(decode(wire), slot, time);

  return {
    vm,
    head: () => head,
    send: (transaction) => new Promise((landed) => waiting.push({ transaction, landed })),
    hasPending: () => waiting.length > 0,
    find: (signature) => entries.get(signature),
    ofAccount: (account) => (byAccount.get(account) ?? []).toReversed(),
    inSlot: (slot) => [...entries.values()].filter((entry) => entry.slot === slot),
    onHead: async ({ number: slot, time }) => {
      const batch = waiting;
      waiting = [];
      const landed = batch.map(({ transaction }) => land(transaction, slot, time));
      if (batch.length > 0) {
        await journal.append({ slot, time, transactions: batch.map(({ transaction }) => getBase64EncodedWireTransaction(transaction)) });
      }
      head = { slot, time };
      for (const [index, { signature, failed }] of landed.entries()) {
        batch[index]?.landed({ txHash: signature, blockNumber: slot, status: failed ? 'reverted' : 'success' });
      }
    },
    forgetLast: () => {
      const last = [...entries.values()].at(-1);
      if (last === undefined) return () => undefined;
      const accounts = new Set(last.accounts);
      entries.delete(last.signature);
      for (const account of accounts) {
        byAccount.set(
          account,
          listOf(account).filter((entry) => entry !== last),
        );
      }
      return () => {
        entries.set(last.signature, last);
        for (const account of accounts) listOf(account).push(last);
      };
    },
    close: journal.close,
  };
}
