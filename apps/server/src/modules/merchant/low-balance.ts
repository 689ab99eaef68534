import { formatMicros, MICRO } from '@stablegate/rules';
import type { Tx } from '../../platform/db/db';
import type { StoredEvent } from '../../platform/events/outbox';
import { businessDay, shiftDay } from './business-days';
import type { MerchantDeps } from './merchant.deps';
import { clearLow, listLow, markLow } from './notification-settings.queries';

/** Nobody is warned above this unless his fees of three days are more. */
const FLOOR_MICROS = 5n * MICRO;
const FEE_DAYS = 3;
const KEPT_MS = 10 * 60_000;
const USERS_MAX = 10_000;

/** Below what the fees of the last three days came to, a merchant may run dry over a weekend; at least 5 USD. */
async function readThreshold(deps: MerchantDeps, userId: string): Promise<bigint> {
  const today = businessDay(deps);
  const { fee } = await deps.ledger.sumDays({ userId, fromDay: shiftDay(today, 1 - FEE_DAYS), toDay: today });
  const taken = -fee; // fees are negative in the ledger
  if (taken < FLOOR_MICROS) return FLOOR_MICROS;
  return taken;
}

type LowPayload = { readonly available: string; readonly threshold: string };

async function notifyOnce({ db, clocks, ledger, outbox }: MerchantDeps, userId: string, thresholdMicros: bigint): Promise<void> {
  await db.transaction(async (tx) => {
    const { available } = await ledger.getBalance(userId, tx);
    if (available >= thresholdMicros || !(await markLow(tx, userId, clocks.business.now()))) return;
    const payload: LowPayload = { available: formatMicros(available), threshold: formatMicros(thresholdMicros) };
    await outbox.append(tx, [{ topic: 'balance.low', subject: userId, payload }]);
  });
}

/** Follows `balance.low`. */
export async function mailLowBalance(deps: MerchantDeps, tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  for (const { subject: userId, payload } of events) {
    const reader = await deps.accounts.findMailReader(tx, userId);
    if (reader === undefined) continue;
    const { language, ...who } = reader;
    await deps.mails.sendLowBalance(tx, { to: reader.email, language, values: { ...who, ...(payload as LowPayload) } });
  }
}

export type BalanceWatch = {
  /** Called after an invoice has reserved its fee, with what is left; never waited for. */
  watch(userId: string, availableMicros: bigint): void;
  /** Who has topped up is warned again at the next crossing. */
  forgetRecovered(): Promise<void>;
};

/** The available balance falls when a fee is reserved, so that is where it is watched: a comparison in memory on the way out. */
export function createBalanceWatch(deps: MerchantDeps): BalanceWatch {
  const known = new Map<string, { readonly thresholdMicros: bigint; readonly readAt: number; isTold: boolean }>();

  async function look(userId: string, availableMicros: bigint): Promise<void> {
    const kept = known.get(userId);
    const isFresh = kept !== undefined && performance.now() - kept.readAt < KEPT_MS;
    const entry = isFresh ? kept : { thresholdMicros: await readThreshold(deps, userId), readAt: performance.now(), isTold: false };
    if (known.size >= USERS_MAX) known.clear();
    known.set(userId, entry);
    if (availableMicros >= entry.thresholdMicros) entry.isTold = false;
    else if (!entry.isTold) {
      entry.isTold = true; // the row says so for all processes; this only spares the question
      await notifyOnce(deps, userId, entry.thresholdMicros);
    }
  }

  return {
    watch: (userId, availableMicros) => {
      look(userId, availableMicros).catch((error: unknown) => {
        known.delete(userId);
        deps.log.warn({ err: error, userId }, 'whether the balance is low was not found out; it is asked again');
      });
    },
    forgetRecovered: async () => {
      const low = await listLow(deps.db.query);
      const balances = await deps.ledger.balancesOf(low);
      const recovered: string[] = [];
      for (const userId of low) {
        const available = balances.get(userId)?.available ?? 0n;
        if (available >= FLOOR_MICROS && available >= (await readThreshold(deps, userId))) recovered.push(userId);
      }
      if (recovered.length > 0) await clearLow(deps.db.query, recovered);
    },
  };
}
