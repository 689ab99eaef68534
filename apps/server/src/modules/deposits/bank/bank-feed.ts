import { z } from 'zod';
import { AppError } from '../../../platform/app-error';
import type { Tx } from '../../../platform/db/db';
import { newId } from '../../../platform/ids';
import { killPoint } from '../../../platform/kill-points';
import { plainIssue } from '../../../platform/plain-issue';
import { creditDeposit } from '../credit-deposit';
import type { DepositDeps } from '../deposits.deps';
import { referencesIn } from '../deposits.domain';
import { lockByReferences } from '../deposits.queries';
import { insertBankTransfer, type NewBankTransfer, type Outcome, setOutcome } from './bank-transfers.queries';
import { flagPossibleDuplicates } from './duplicates.queries';
import { isFromCasso, isFromSepay } from './feed-authentication';
import { type FeedTransfer, readCasso, readSepay } from './feed-bodies';
import { findDuplicate } from './find-duplicate';
import { findWorth } from './transfer-worth';

/** About 40 million dollars. A larger bank transfer would be arranged with us beforehand; this limit catches errors of a feed. */
const BELIEVED_VND_MAX = 1_000_000_000_000n;

const unmatched = (reason: string): Outcome => ({ state: 'unmatched', reason, depositId: null });

/** Credited to the one deposit that the text names; anything else waits for an admin. */
async function place(deps: DepositDeps, tx: Tx, transfer: NewBankTransfer): Promise<Outcome> {
  const { id, amountVnd, content, transactionId: tid } = transfer;
  if (amountVnd > BELIEVED_VND_MAX) return unmatched('implausible_amount');
  const words = referencesIn(content);
  if (words.length === 0) return unmatched('no_reference');
  const named = await lockByReferences(tx, words);
  const [deposit] = named;
  if (deposit === undefined) return unmatched('unknown_reference');
  if (named.length > 1) return unmatched('two_references');
  const worth = await findWorth(deps, tx, deposit, transfer);
  if (worth === undefined) return unmatched('rate_too_old');
  const { micros: amountMicros, dayRateMicros, note } = worth;
  await creditDeposit(deps, tx, deposit, { source: id, amountMicros, tid, note });
  return { state: 'credited', reason: null, depositId: deposit.id, dayRateMicros };
}

/** Placed unless an earlier report was of the same transfer. Nothing that may have been credited already is credited without an admin. */
async function decide(deps: DepositDeps, tx: Tx, transfer: NewBankTransfer): Promise<Outcome> {
  const { same, maybe } = await findDuplicate(tx, transfer);
  if (same !== undefined) return { state: 'duplicate', reason: 'other_feed', depositId: null, duplicateOf: same.id };
  const [first] = maybe;
  if (first === undefined) return place(deps, tx, transfer);
  const credited = maybe.find(({ state }) => state === 'credited');
  if (credited !== undefined) return { ...unmatched('possible_duplicate'), duplicateOf: credited.id };
  const outcome = await place(deps, tx, transfer);
  if (outcome.state !== 'credited') return { ...unmatched('possible_duplicate'), duplicateOf: first.id };
  await flagPossibleDuplicates(
    tx,
    maybe.map(({ id }) => id),
    transfer.id,
  );
  return outcome;
}

/** Stored and credited in one transaction; a known number changes nothing. Returns the outcome. */
async function receive(deps: DepositDeps, transfer: NewBankTransfer): Promise<Outcome['state']> {
  return deps.db.transaction(async (tx) => {
    if (!(await insertBankTransfer(tx, transfer))) return 'duplicate';
    killPoint('bank_feed.after_store');
    const outcome = await decide(deps, tx, transfer);
    await setOutcome(tx, transfer.id, outcome);
    killPoint('bank_feed.before_commit');
    return outcome.state;
  });
}

/** Only incoming transfers, and only to our own account. */
export async function receiveTransfers(deps: DepositDeps, transfers: readonly FeedTransfer[]): Promise<Outcome['state'][]> {
  const account = deps.settings.bank?.account;
  const outcomes: Outcome['state'][] = [];
  for (const { accounts, ...transfer } of transfers) {
    if (account === undefined || !accounts.includes(account) || transfer.amountVnd <= 0n) {
      deps.log.warn(
        { provider: transfer.provider, transactionId: transfer.transactionId },
        'a bank feed told of a transfer to another account',
      );
      continue;
    }
    const receivedAt = deps.clocks.business.now();
    const outcome = await receive(deps, { ...transfer, id: newId('bankTransfer', receivedAt), account, receivedAt });
    deps.log.info({ provider: transfer.provider, transactionId: transfer.transactionId, outcome }, 'bank transfer received');
    outcomes.push(outcome);
  }
  killPoint('bank_feed.before_answer');
  return outcomes;
}

/** Invalid bodies are never acknowledged: the feed retries, and its log shows why. */
function readBody(read: (body: unknown) => FeedTransfer[], body: unknown): FeedTransfer[] {
  try {
    return read(body);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const errors = error.issues.map((issue) => ({ path: issue.path.join('.'), message: plainIssue({ ...issue }).text }));
    throw new AppError('invalid_value', { errors, cause: error });
  }
}

export type FeedCall = { readonly headers: Readonly<Record<string, string | string[] | undefined>>; readonly body: unknown };

export async function receiveFromSepay(deps: DepositDeps, { headers, body }: FeedCall): Promise<void> {
  if (!isFromSepay(headers, deps.settings.feeds)) throw new AppError('invalid_api_key');
  await receiveTransfers(deps, readBody(readSepay, body));
}

export async function receiveFromCasso(deps: DepositDeps, { headers, body }: FeedCall): Promise<void> {
  if (!isFromCasso(headers, body, deps.settings.feeds, deps.clocks.real.now())) throw new AppError('invalid_api_key');
  await receiveTransfers(deps, readBody(readCasso, body));
}
