import type { OperatorAction } from '@stablegate/contract';
import { formatMicros } from '@stablegate/rules';
import { insertAudit } from '../../platform/audit';
import type { Clocks } from '../../platform/clock';
import type { Db, Tx } from '../../platform/db/db';
import type { UserId } from '../../platform/id-types';
import { newId } from '../../platform/ids';
import type { LedgerService } from '../ledger/ledger.service';
import { foldCase } from './accounts.domain';
import { lockUser } from './mailed-links/mail-links.queries';
import { deleteTwoFactor, saveDisabled, saveRole } from './operators.queries';
import { endOtherAccess } from './sessions/sessions.queries';
import { findUserByName, type UserRecord } from './users.queries';

export type OperatorDeps = { readonly db: Db; readonly clocks: Clocks; readonly ledger: Pick<LedgerService, 'adjust'> };
export type OperatorCall = { readonly actor: string; readonly username: string; readonly reason?: string | undefined };

/** Ends the command with one sentence; nothing was changed. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

export type Adjustment = OperatorCall & {
  readonly reason: string;
  readonly amountMicros: bigint;
  /** Idempotency key: repeating the command with the same amount changes nothing, for retries after a lost response. */
  readonly reference?: string | undefined;
};

/** Returns false when there was nothing to change. */
type Change = (tx: Tx, user: UserRecord, now: Date) => Promise<boolean>;

async function lockByName(tx: Tx, username: string): Promise<UserRecord> {
  const found = await findUserByName(tx, foldCase(username));
  const user = found === undefined ? undefined : await lockUser(tx, found.id);
  if (user === undefined) throw new OperatorError(`No user is called "${username}".`);
  return user;
}

type Action = OperatorAction extends infer A ? (A extends `operator.${infer Name}` ? Name : never) : never;

type AuditedDeps = Pick<OperatorDeps, 'db' | 'clocks'>;

/** Change and audit row in one transaction. A no-op is not audited. */
async function audited(deps: AuditedDeps, action: Action, call: OperatorCall, change: Change): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const user = await lockByName(tx, call.username);
    const changed = await change(tx, user, deps.clocks.real.now());
    if (changed) {
      const detail = { username: user.username, reason: call.reason ?? null };
      await insertAudit(tx, { actor: call.actor, action: `operator.${action}`, subject: user.id, detail, userId: user.id });
    }
    return changed;
  });
}

/** A balance correction in either direction; the ledger refuses to take more than is available. */
async function adjustBalance(deps: OperatorDeps, call: Adjustment): Promise<{ balanceAfterMicros: bigint; reference: string }> {
  const reference = call.reference ?? newId('adjustment', deps.clocks.real.now());
  return deps.db.transaction(async (tx) => {
    const user = await lockByName(tx, call.username);
    const movement = { userId: user.id, amountMicros: call.amountMicros, reference, idempotencyKey: `operator:${reference}` };
    const { balanceAfterMicros, replayed } = await deps.ledger.adjust(tx, movement);
    if (!replayed) {
      const detail = { username: user.username, reason: call.reason, amount: formatMicros(call.amountMicros), reference };
      await insertAudit(tx, { actor: call.actor, action: 'operator.adjust', subject: user.id, detail, userId: user.id });
    }
    return { balanceAfterMicros, reference };
  });
}

/** Sessions, pending sign-ins and mailed links are invalidated. */
const endAccess = (tx: Tx, userId: UserId, now: Date): Promise<void> => endOtherAccess(tx, userId, undefined, now);

/** Also from the back office: whoever sees a theft first can stop it. */
export const endSessionsOf = (deps: AuditedDeps, call: OperatorCall): Promise<boolean> =>
  audited(deps, 'end-sessions', call, async (tx, user, now) => {
    await endAccess(tx, user.id, now);
    return true;
  });

export const createOperators = (deps: OperatorDeps) => ({
  adjustBalance: (call: Adjustment) => adjustBalance(deps, call),
  /** Effective from the next call: the role is read with the session. */
  grantAdmin: (call: OperatorCall) =>
    audited(deps, 'grant', call, async (tx, user) => {
      if (user.role === 'ADMIN') return false;
      await saveRole(tx, user.id, 'ADMIN');
      return true;
    }),
  revokeAdmin: (call: OperatorCall) =>
    audited(deps, 'revoke', call, async (tx, user, now) => {
      if (user.role !== 'ADMIN') return false;
      await saveRole(tx, user.id, 'USER');
      await endAccess(tx, user.id, now);
      return true;
    }),
  resetTwoFactor: (call: OperatorCall) =>
    audited(deps, 'reset-2fa', call, async (tx, user, now) => {
      if (!(await deleteTwoFactor(tx, user.id))) return false;
      await endAccess(tx, user.id, now);
      return true;
    }),
  disableUser: (call: OperatorCall) =>
    audited(deps, 'disable-user', call, async (tx, user, now) => {
      if (user.disabled) return false;
      await saveDisabled(tx, user.id, now);
      await endAccess(tx, user.id, now);
      return true;
    }),
  endSessions: (call: OperatorCall) => endSessionsOf(deps, call),
  enableUser: (call: OperatorCall) =>
    audited(deps, 'enable-user', call, async (tx, user) => {
      if (!user.disabled) return false;
      await saveDisabled(tx, user.id, null);
      return true;
    }),
});
export type Operators = ReturnType<typeof createOperators>;
