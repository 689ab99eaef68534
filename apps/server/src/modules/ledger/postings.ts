import { AppError } from '../../platform/app-error';
import { assert, assertNever } from '../../platform/assert';
import type { Clocks } from '../../platform/clock';
import type { Tx } from '../../platform/db/db';
import type { EntryId, HoldId, UserId } from '../../platform/id-types';
import { endHolds } from './end-holds.queries';
import { entryIdOf, insufficientMessage, type PlatformAccount, placeOf } from './ledger.domain';
import { endHold, type NewPosting, type Posting, postEntry } from './ledger.queries';

export type PostingDeps = { readonly clocks: Clocks };

/** One movement of money. The key makes it idempotent: the same key with other input is refused. */
export type Movement = {
  readonly userId: UserId;
  readonly amountMicros: bigint;
  /** The subject: an invoice, a deposit, an operator's ticket. */
  readonly reference: string;
  readonly idempotencyKey: string;
};
export type Credit = Movement & { readonly reason: 'USDT top-up' | 'Bank top-up'; readonly from: 'usdt_clearing' | 'bank_clearing' };
export type TakeBack = Movement & { readonly to: 'usdt_clearing' | 'bank_clearing' };

/** The same result for the first call and every repetition. */
export type Posted = {
  readonly entryId: EntryId;
  /** Change of the balance (negative when it paid), and the debt because the balance was too low. */
  readonly movedMicros: bigint;
  readonly owedMicros: bigint;
  readonly balanceAfterMicros: bigint;
  readonly replayed: boolean;
};

function toPosted(posting: Posting, neededMicros: bigint): Posted {
  switch (posting.outcome) {
    case 'posted':
    case 'replayed':
      return {
        entryId: entryIdOf({ accountId: posting.account, version: posting.number }),
        movedMicros: posting.moved,
        owedMicros: posting.owed,
        balanceAfterMicros: posting.balance,
        replayed: posting.outcome === 'replayed',
      };
    case 'insufficient':
      throw new AppError('insufficient_balance', { message: insufficientMessage(neededMicros, posting.available) });
    case 'key_reused':
      throw new AppError('idempotency_key_reused');
    case 'unknown_hold':
    case 'more_than_held':
      return assert(false, `a hold was ended wrongly: ${posting.outcome}`) as never;
    default:
      return assertNever(posting);
  }
}

type Rule = Pick<NewPosting, 'kind' | 'platformAccount'> & Partial<Pick<NewPosting, 'phase' | 'mayOwe'>>;

async function post(tx: Tx, deps: PostingDeps, movement: Movement, balanceDelta: bigint, rule: Rule, heldDelta = 0n): Promise<Posted> {
  assert(!movement.idempotencyKey.includes('#'), 'a # in an idempotency key is kept for settlements'); // ledger_settle appends #owed-…
  const neededMicros = movement.amountMicros < 0n ? -movement.amountMicros : movement.amountMicros;
  const { userId, reference, idempotencyKey } = movement;
  const posting = { phase: 'posted', mayOwe: false, ...rule, userId, reference, idempotencyKey, balanceDelta, heldDelta } as const;
  return toPosted(await postEntry(tx, posting, deps.clocks.business.now()), neededMicros);
}

function assertPositive({ amountMicros }: Movement): void {
  assert(amountMicros > 0n, `a movement of ${amountMicros} micro-units`);
}

/** A deposit. It settles debt in the same statement. */
export function credit(tx: Tx, deps: PostingDeps, movement: Credit): Promise<Posted> {
  assertPositive(movement);
  const kind = movement.reason === 'USDT top-up' ? 'usdt' : 'bank';
  return post(tx, deps, movement, movement.amountMicros, { kind, platformAccount: movement.from });
}

/** Reserves a fee; 402 when the available balance is too low. */
export async function hold(tx: Tx, deps: PostingDeps, movement: Movement): Promise<HoldId> {
  assertPositive(movement);
  const posted = await post(tx, deps, movement, 0n, { kind: 'fee', platformAccount: 'fees', phase: 'pending' }, movement.amountMicros);
  return posted.entryId as HoldId;
}

const holdConflict = (): AppError => new AppError('conflict', { message: 'This hold has already ended in another way.' });

export type CaptureOptions = { /** Less than was held; the rest is free again. */ readonly amountMicros?: bigint };

export async function capture(tx: Tx, deps: PostingDeps, holdId: HoldId, { amountMicros }: CaptureOptions): Promise<Posted> {
  assert(amountMicros === undefined || amountMicros > 0n, `a capture of ${amountMicros} micro-units`);
  const posting = await endHold(tx, placeOf(holdId), { phase: 'posted', amountMicros }, deps.clocks.business.now());
  if (posting.outcome === 'key_reused') throw holdConflict();
  return toPosted(posting, amountMicros ?? 0n);
}

export async function release(tx: Tx, deps: PostingDeps, holdId: HoldId): Promise<Posted> {
  const posting = await endHold(tx, placeOf(holdId), { phase: 'voided' }, deps.clocks.business.now());
  if (posting.outcome === 'key_reused') throw holdConflict();
  return toPosted(posting, 0n);
}

/** All or none, in two statements: for sweeps that end hundreds of invoices. */
export async function endMany(tx: Tx, deps: PostingDeps, holdIds: readonly HoldId[], phase: 'posted' | 'voided'): Promise<void> {
  if (holdIds.length === 0) return;
  const { unknown, endedOtherwise } = await endHolds(tx, holdIds.map(placeOf), phase, deps.clocks.business.now());
  assert(unknown === 0, `${unknown} of ${holdIds.length} holds do not exist`);
  if (endedOtherwise > 0) throw holdConflict();
}

/** A fee whose hold is gone: taken as far as the balance covers it, the rest becomes debt. Never refused. */
export function charge(tx: Tx, deps: PostingDeps, movement: Movement): Promise<Posted> {
  assertPositive(movement);
  return post(tx, deps, movement, -movement.amountMicros, { kind: 'fee', platformAccount: 'fees', mayOwe: true });
}

export function refund(tx: Tx, deps: PostingDeps, movement: Movement): Promise<Posted> {
  assertPositive(movement);
  return post(tx, deps, movement, movement.amountMicros, { kind: 'refund', platformAccount: 'fees' });
}

/** A deposit whose payment was reorged: taken back as far as the balance covers it, the rest becomes debt. */
export function takeBack(tx: Tx, deps: PostingDeps, movement: TakeBack): Promise<Posted> {
  assertPositive(movement);
  return post(tx, deps, movement, -movement.amountMicros, { kind: 'adjust', platformAccount: movement.to, mayOwe: true });
}

/** An operator's correction in either direction; taking more than is available is refused. */
export function adjust(tx: Tx, deps: PostingDeps, movement: Movement): Promise<Posted> {
  assert(movement.amountMicros !== 0n, 'an adjustment of nothing');
  const platformAccount: PlatformAccount = 'adjustments';
  return post(tx, deps, movement, movement.amountMicros, { kind: 'adjust', platformAccount });
}
