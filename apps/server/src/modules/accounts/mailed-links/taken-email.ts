import { AppError } from '../../../platform/app-error';
import type { Tx } from '../../../platform/db/db';
import { uniqueViolation } from '../../../platform/db/db-errors';
import type { AccountDeps } from '../accounts.deps';

/** Work that gives a user an address, which another one may have verified: one answer wherever that is found. */
export async function refusingTakenEmail<T>({ db }: Pick<AccountDeps, 'db'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(work);
  } catch (error) {
    if (uniqueViolation(error) === 'users_email_unique') throw new AppError('email_taken', { cause: error });
    throw error;
  }
}
