import { formatMicros } from '@stablegate/rules';
import { AppError, invalidValue } from '../../../platform/app-error';
import { insertAudit } from '../../../platform/audit';
import type { BankTransferId, DepositId, UserId } from '../../../platform/id-types';
import { creditDeposit } from '../credit-deposit';
import type { DepositDeps } from '../deposits.deps';
import { referencesIn } from '../deposits.domain';
import { lockById } from '../deposits.queries';
import {
  type CandidateRow,
  countUnmatched,
  listCandidates,
  listUnmatched,
  lockBankTransfer,
  setOutcome,
  type WaitingTransfer,
} from './bank-transfers.queries';
import { findWorth } from './transfer-worth';

export const LISTED_MAX = 10_000;

export type InboxPage = {
  readonly transfers: readonly (WaitingTransfer & { readonly candidates: readonly CandidateRow[] })[];
  readonly totalPages: number;
};

export async function listInbox(deps: DepositDeps, { page, size }: { page: number; size: number }): Promise<InboxPage> {
  const offset = page * size;
  if (offset >= LISTED_MAX) throw new AppError('page_too_far');
  const total = Math.min(await countUnmatched(deps.db.query, LISTED_MAX), LISTED_MAX);
  const transfers = offset < total ? await listUnmatched(deps.db.query, { offset, limit: size }) : [];
  const questions = transfers.map(({ id, content, amountVnd }) => ({ transferId: id, references: referencesIn(content), amountVnd }));
  const candidates = await listCandidates(deps.db.query, questions);
  return {
    transfers: transfers.map((transfer) => ({
      ...transfer,
      candidates: candidates.filter(({ transferId }) => transferId === transfer.id),
    })),
    totalPages: Math.ceil(total / size),
  };
}

export type BankAssignment = {
  readonly adminId: UserId;
  readonly transferId: BankTransferId;
  readonly depositId: DepositId;
  readonly reason: string;
};

/** An admin assigns a transfer to a deposit; it is credited as if its text had named the deposit. Returns the credited amount. */
export async function assignBankTransfer(deps: DepositDeps, assignment: BankAssignment): Promise<bigint> {
  const { adminId, transferId, depositId, reason } = assignment;
  return deps.db.transaction(async (tx) => {
    const transfer = await lockBankTransfer(tx, transferId);
    if (transfer === undefined) throw new AppError('not_found');
    if (transfer.state !== 'unmatched') throw new AppError('transfer_taken');
    const deposit = await lockById(tx, depositId);
    if (deposit === undefined) throw new AppError('not_found');
    if (deposit.method !== 'vietnam-bank-auto') throw invalidValue('depositId', 'Only a bank deposit can take a bank transfer.');
    const worth = await findWorth(deps, tx, deposit, transfer);
    if (worth === undefined) throw new AppError('rate_too_old');
    const { micros: amountMicros, dayRateMicros } = worth;
    const note = [`Assigned manually: ${reason}`, ...(worth.note === undefined ? [] : [worth.note])].join('; ');
    await creditDeposit(deps, tx, deposit, { source: transferId, amountMicros, tid: transfer.transactionId, note });
    await setOutcome(tx, transferId, { state: 'credited', reason: transfer.reason, depositId, dayRateMicros });
    const dayRate = dayRateMicros === null ? {} : { dayRate: formatMicros(dayRateMicros) };
    const amounts = { amount: formatMicros(amountMicros), amountVnd: transfer.amountVnd.toString(), ...dayRate };
    const detail = { depositId, userId: deposit.userId, ...amounts, reason };
    await insertAudit(tx, { actor: adminId, action: 'bank-transfer.assign', subject: transferId, detail });
    return amountMicros;
  });
}
