import type { Deposit } from '@stablegate/contract';
import { readMicros } from '@stablegate/rules';
import type { OwnDeposit } from '../read-deposit';

/** Content of the dialog: a new deposit, or one from the list. */
export type BankDetails = Required<Pick<Deposit, 'id' | 'reference' | 'amountVnd' | 'rate' | 'qrPayload' | 'bank' | 'expiresAt'>> & {
  amount: string;
};

/** A bank deposit contains everything its dialog shows. */
export function bankDetails({ id, amount, reference, amountVnd, rate, qrPayload, bank, expiresAt }: OwnDeposit): BankDetails | undefined {
  if (reference === undefined || amountVnd === undefined || rate === undefined || qrPayload === undefined || bank === undefined)
    return undefined;
  return { id, amount, reference, amountVnd, rate, qrPayload, bank, expiresAt };
}

/** The newest transfer that still waits, of this amount if one is given: a second click must not make a second deposit. */
export function openTransfer(deposits: readonly OwnDeposit[], micros?: bigint): BankDetails | undefined {
  const open = deposits.find(
    ({ status, method, amount }) =>
      status === 'PENDING' && method === 'vietnam-bank-auto' && (micros === undefined || readMicros(amount) === micros),
  );
  return open && bankDetails(open);
}
