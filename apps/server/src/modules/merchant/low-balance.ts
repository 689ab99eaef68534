import { formatMicros, MICRO } from '@stablegate/rules';
import type { Tx } from '../../platform/db/db';
import type { StoredEvent } from '../../platform/events/outbox';
import { asUserId, type UserId } from '../../platform/id-types';
import { businessDay, shiftDay } from './business-days';
import type { MerchantDeps } from './merchant.deps';
import { clearLow, listLow, markLow } from './notification-settings.queries';

/** No warning above this unless the fees of three days are higher. */
const FLOOR_MICROS = 5n * MICRO;
const FEE_DAYS = 3;
const KEPT_MS = 10 * 60_000;
const USERS_MAX = 10_000;

/** Below the fees of the last three days a merchant may run out of balance over a weekend; at least 5 USD. */
async function readThreshold(deps: MerchantDeps, userId: UserId): Promise<bigint> {
  const today = businessDay(deps);
  const { fee } = await deps.ledger.sumDays({ userId, fromDay: shiftDay(today, 1 - FEE_DAYS), toDay: today });
  const taken = -fee; // fees are negative in the ledger
  if (taken < FLOOR_MICROS) return FLOOR_MICROS;
  return taken;
}

type LowPayload = { readonly available: string; readonly threshold: string };

async function notifyOnce({ db, clocks, ledger, outbox }: MerchantDeps, userId: UserId, thresholdMicros: bigint): Promise<void> {
  await db.transaction(async (tx) => {
    const { available } = await ledger.getBalance(userId, tx);
    if (available >= thresholdMicros || !(await markLow(tx, userId, clocks.business.now()))) return;
    const payload: LowPayload = { available: formatMicros(available), threshold: formatMicros(thresholdMicros) };
    await outbox.append(tx, [{ topic: 'balance.low', subject: userId, payload }]);
  });
}

/** Follow-up of `balance.low`. */
export async function mailLowBalance(deps: MerchantDeps, tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  for (const { subject, payload } of events) {
    const reader = await deps.accounts.findMailReader(tx, asUserId(subject));
    if (reader === undefined) continue;
    const { language, ...who } = reader;
    await deps.mails.sendLowBalance(tx, { to: reader.email, language, values: { ...who, ...(payload as LowPayload) } });
  }
}

export type BalanceWatch = {
  /** Called after an invoice has reserved its fee, with the remaining balance; fire and forget. */
  watch(userId: UserId, availableMicros: bigint): void;
  /** After a deposit the next crossing is reported again. */
  forgetRecovered(): Promise<void>;
};

/** The available balance falls when a fee is reserved, so it is checked there: a comparison in memory after the response. */
export function createBalanceWatch(deps: MerchantDeps): BalanceWatch {
  const known = new Map<UserId, { readonly thresholdMicros: bigint; readonly readAt: number; isNotified: boolean }>();

  async function check(userId: UserId, availableMicros: bigint): Promise<void> {
    const kept = known.get(userId);
    const isFresh = kept !== undefined && performance.now() - kept.readAt < KEPT_MS;
    const entry = isFresh ? kept : { thresholdMicros: await readThreshold(deps, userId), readAt: performance.now(), isNotified: false };
    if (known.size >= USERS_MAX) known.clear();
    known.set(userId, entry);
    if (availableMicros >= entry.thresholdMicros) entry.isNotified = false;
    else if (!entry.isNotified) {
      entry.isNotified = true; // the row is authoritative for all processes; this only saves the query
      await notifyOnce(deps, userId, entry.thresholdMicros);
    }
  }

  return {
    watch: (userId, availableMicros) => {
      check(userId, availableMicros).catch((error: unknown) => {
        known.delete(userId);
        deps.log.warn({ err: error, userId }, 'low-balance check failed; the next invoice repeats it');
      });
    },
    forgetRecovered: async () => {
      const low = await listLow(deps.db.query);
      const balances = await deps.ledger.balancesOf(low);
      const recovered: UserId[] = [];
      for (const userId of low) {
        const available = balances.get(userId)?.available ?? 0n;
        if (available >= FLOOR_MICROS && available >= (await readThreshold(deps, userId))) recovered.push(userId);
      }
      if (recovered.length > 0) await clearLow(deps.db.query, recovered);
    },
  };
}
