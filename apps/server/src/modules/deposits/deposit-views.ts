import type { CreatedBankDeposit, Deposit, UnmatchedBankTransfer } from '@stablegate/contract';
import { formatMicros, toWireNumber } from '@stablegate/rules';
import { assert } from '../../platform/assert';
import type { InboxPage } from './bank/bank-inbox';
import { vietQrPayload } from './bank/vietqr.domain';
import { adminStatus } from './deposits.domain';
import type { DepositRecord, NewDeposit } from './deposits.queries';

const VND_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** Whole dong as a JSON number, as on the wire. */
function vndNumber(vnd: bigint): number {
  assert(vnd <= VND_MAX, `${vnd} VND do not fit a JSON number`);
  return Number.parseInt(vnd.toString(), 10);
}

type BankPart = Pick<NewDeposit, 'reference' | 'amountVnd' | 'rateMicros' | 'bank'>;

/** Undefined for other than bank deposits. */
function bankFields({ reference, amountVnd, rateMicros, bank }: BankPart) {
  if (reference === null || amountVnd === null || rateMicros === null || bank === null) return undefined;
  const qrPayload = vietQrPayload({ bin: bank.bin, account: bank.account, amountVnd, reference });
  return { reference, amountVnd: vndNumber(amountVnd), rate: toWireNumber(rateMicros), qrPayload, bank };
}

export function toCreatedBankWire(deposit: NewDeposit): CreatedBankDeposit {
  const bank = bankFields(deposit);
  assert(bank !== undefined, 'a bank deposit has its bank fields');
  return { id: deposit.id, ...bank, expiresAt: deposit.expiresAt.toISOString() };
}

export const toDepositWire = (deposit: DepositRecord): Deposit => ({
  id: deposit.id,
  status: deposit.status,
  createDate: deposit.createdAt.toISOString(),
  updateDate: deposit.updatedAt.toISOString(),
  expiresAt: deposit.expiresAt.toISOString(),
  tid: deposit.tid,
  requestId: deposit.transId ?? deposit.reference ?? deposit.id,
  method: deposit.method,
  amount: formatMicros(deposit.amountMicros),
  received: formatMicros(deposit.receivedMicros),
  topupBack: deposit.topupBack,
  ...bankFields(deposit),
});

export const toInboxWire = ({ candidates, resembles, ...transfer }: InboxPage['transfers'][number]): UnmatchedBankTransfer => ({
  id: transfer.id,
  provider: transfer.provider,
  transactionId: transfer.transactionId,
  amountVnd: vndNumber(transfer.amountVnd),
  content: transfer.content,
  account: transfer.account,
  reason: transfer.reason as UnmatchedBankTransfer['reason'],
  receivedAt: transfer.receivedAt.toISOString(),
  resembles: resembles && {
    provider: resembles.provider,
    transactionId: resembles.transactionId,
    receivedAt: resembles.receivedAt.toISOString(),
    depositId: resembles.depositId,
  },
  candidates: candidates.map(({ depositId, username, reference, amountVnd, status, createdAt }) => ({
    depositId,
    username,
    reference,
    amountVnd: vndNumber(amountVnd),
    status: adminStatus(status),
    createDate: createdAt.toISOString(),
  })),
});
