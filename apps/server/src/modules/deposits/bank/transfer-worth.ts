import { formatMicros } from '@stablegate/rules';
import { assert } from '../../../platform/assert';
import type { Tx } from '../../../platform/db/db';
import type { DepositDeps } from '../deposits.deps';
import { bankRateEnd, microsOfVnd, worthAtOwnRate } from '../deposits.domain';
import type { DepositRecord } from '../deposits.queries';
import { type BankTransferRecord, sumCreditedVnd } from './bank-transfers.queries';

export type Worth = {
  readonly micros: bigint;
  /** The rate of the day, where a part counts at it. */
  readonly dayRateMicros: bigint | null;
  readonly note: string | undefined;
};

type Received = Pick<BankTransferRecord, 'amountVnd' | 'receivedAt'>;

/**
 * At the deposit's rate up to its amount and until it no longer holds, otherwise the rate would be an option without end: transferred only
 * when the dong have fallen. The rest counts at the rate of the day; undefined while that is too old. The caller holds the lock on the deposit.
 */
export async function findWorth(deps: DepositDeps, tx: Tx, deposit: DepositRecord, transfer: Received): Promise<Worth | undefined> {
  const { id, amountMicros, amountVnd, rateMicros, expiresAt } = deposit;
  assert(amountVnd !== null && rateMicros !== null, `deposit ${id} is not by bank`);
  const end = bankRateEnd(expiresAt);
  const taken = transfer.receivedAt <= end ? await sumCreditedVnd(tx, id, end) : amountVnd;
  const free = taken < amountVnd ? amountVnd - taken : 0n;
  const beyond = transfer.amountVnd > free ? transfer.amountVnd - free : 0n;
  const own = worthAtOwnRate(transfer.amountVnd - beyond, { amountMicros, amountVnd, rateMicros });
  if (beyond === 0n) return { micros: own, dayRateMicros: null, note: undefined };
  const dayRateMicros = await deps.findFreshRate(tx);
  if (dayRateMicros === undefined) return undefined;
  const note = `${beyond} VND at the rate of the day, ${formatMicros(dayRateMicros)}`;
  return { micros: own + microsOfVnd(beyond, dayRateMicros), dayRateMicros, note };
}
