import type { Tx } from '../../platform/db/db';
import type { UserId } from '../../platform/id-types';
import { killPoint } from '../../platform/kill-points';
import { listSources, recordCredit } from './credits.queries';
import type { DepositDeps } from './deposits.deps';
import type { DepositRecord } from './deposits.queries';

/** Money for a deposit: a final transfer on chain, or a bank transfer. */
export type Arrival = {
  readonly source: string;
  readonly amountMicros: bigint;
  readonly tid: string;
  readonly note?: string | undefined;
};

const CREDITED_AS = {
  'usdt-auto': { reason: 'USDT top-up', account: 'usdt_clearing' },
  'vietnam-bank-auto': { reason: 'Bank top-up', account: 'bank_clearing' },
} as const;

/** A source may be credited again after it was taken back (a reorganisation undone); the turn keeps the keys unique. */
const keyOf = (source: string, turns: number): string => `deposit:${source}:${turns}`;

/** The caller holds the lock on the deposit. A source that is already credited is skipped. Returns the credited amount. */
export async function creditDeposit(deps: DepositDeps, tx: Tx, deposit: DepositRecord, arrival: Arrival): Promise<bigint> {
  const { source, amountMicros, tid, note } = arrival;
  const known = (await listSources(tx, deposit.id)).find((each) => each.source === source);
  if (known !== undefined && known.netMicros !== 0n) return 0n;
  const { id, userId, method } = deposit;
  const { reason, account } = CREDITED_AS[method];
  const idempotencyKey = keyOf(source, known?.turns ?? 0);
  const posted = await deps.ledger.credit(tx, { userId, amountMicros, reference: id, idempotencyKey, reason, from: account });
  killPoint('deposit.after_credit');
  const at = deps.clocks.business.now();
  const ledgerEntry = posted.entryId;
  await recordCredit(tx, {
    depositId: id,
    method,
    source,
    amountMicros,
    ledgerEntry,
    tid,
    note: note ?? null,
    at,
    timeZone: deps.timeZone,
  });
  await deps.outbox.append(tx, [{ topic: 'deposit.credited', subject: id, payload: { userId, source, amount: amountMicros.toString() } }]);
  deps.log.info({ depositId: id, userId, source, amount: amountMicros.toString() }, 'deposit credited');
  return amountMicros;
}

export type Lost = {
  readonly source: string;
  readonly netMicros: bigint;
  readonly turns: number;
  /** Reorged, or unassigned by the admin who had assigned it. */
  readonly cause: 'reorged' | 'unassigned';
};
/** Payload of the event `deposit.reversed`; amounts in micro-units. */
export type ReversedPayload = {
  readonly userId: UserId;
  readonly source: string;
  readonly cause: Lost['cause'];
  readonly amount: string;
  /** The part of the amount that the balance covered. */
  readonly taken: string;
  readonly owed: string;
  readonly at: string;
};
const NOTES = { reorged: 'Taken back: the payment was reorganised away', unassigned: 'Taken back: the payment was assigned elsewhere' };

/** Takes back a credit as far as the balance covers it; the rest becomes debt. */
export async function takeBackFromDeposit(deps: DepositDeps, tx: Tx, deposit: DepositRecord, lost: Lost): Promise<void> {
  const { id, userId, method } = deposit;
  const { source, netMicros, cause } = lost;
  const movement = { userId, amountMicros: netMicros, reference: id, idempotencyKey: keyOf(source, lost.turns) };
  const posted = await deps.ledger.takeBack(tx, { ...movement, to: CREDITED_AS[method].account });
  const at = deps.clocks.business.now();
  const { timeZone } = deps;
  const note = NOTES[cause];
  const ledgerEntry = posted.entryId;
  await recordCredit(tx, { depositId: id, method, source, amountMicros: -netMicros, ledgerEntry, tid: null, note, at, timeZone });
  const amounts = { amount: netMicros.toString(), taken: (-posted.movedMicros).toString(), owed: posted.owedMicros.toString() };
  const payload: ReversedPayload = { userId, source, cause, ...amounts, at: at.toISOString() };
  await deps.outbox.append(tx, [{ topic: 'deposit.reversed', subject: id, payload }]);
  deps.log.error({ depositId: id, ...payload }, 'a credited deposit is reversed');
}
