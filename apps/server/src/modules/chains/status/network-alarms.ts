import type { Network } from '@stablegate/contract';
import type { NetworkSettings } from '../../../config-networks';
import type { Clock } from '../../../platform/clock';
import type { Db, Tx } from '../../../platform/db/db';
import { BUDGET_WARNING_SHARE, utcDay } from '../rpc/usage-meter';
import { type AlarmRow, endAlarm, listAlarms, listAssurances, markMailed, raiseAlarm, type SavedAssurance } from './network-alarms.queries';
import { deleteUsageBefore, type Spending, takeWarnings } from './rpc-usage.queries';

/** A shorter loss of quorum is a hiccup and raises no alarm. */
export const ALARM_AFTER_MS = 5 * 60_000;
/** While it lasts, operators are reminded once a day. */
const REPEAT_MS = 86_400_000;
const USAGE_KEPT_MS = 90 * 86_400_000;
export const QUORUM_NOT_REACHED = 'quorum_not_reached';

export type NetworkAlarm = SavedAssurance & { readonly since: Date };
export type AlarmChanges = {
  /** Reported for the first time, or again after a day. */
  readonly lasting: readonly NetworkAlarm[];
  /** Over, and it had been reported. */
  readonly over: readonly { readonly network: Network; readonly since: Date }[];
  readonly budgets: readonly Spending[];
};

const isDue = ({ since, mailedAt }: AlarmRow, now: Date): boolean =>
  now.getTime() - since.getTime() >= ALARM_AFTER_MS && (mailedAt === null || now.getTime() - mailedAt.getTime() >= REPEAT_MS);

/** Which networks lack their quorum and since when, and what to report to operators. */
export function createNetworkAlarms({ db, clock, networks }: { db: Db; clock: Clock; networks: readonly NetworkSettings[] }) {
  const isOn = (network: Network) => networks.some((settings) => settings.network === network && settings.enabled);

  async function review(tx: Tx, now: Date): Promise<Omit<AlarmChanges, 'budgets'>> {
    const missing = (await listAssurances(tx)).filter(({ network, notes }) => isOn(network) && notes.includes(QUORUM_NOT_REACHED));
    for (const { network } of missing) await raiseAlarm(tx, network, now);
    const rows = await listAlarms(tx, true);
    const lasting: NetworkAlarm[] = [];
    const over: { network: Network; since: Date }[] = [];
    for (const row of rows) {
      const found = missing.find(({ network }) => network === row.network);
      if (found === undefined) {
        await endAlarm(tx, row.network);
        if (row.mailedAt !== null) over.push({ network: row.network, since: row.since });
      } else if (isDue(row, now)) {
        await markMailed(tx, row.network, now);
        lasting.push({ ...found, since: row.since });
      }
    }
    return { lasting, over };
  }

  return {
    /** Called once a minute. `tell` queues the mails in the transaction that marks them as sent, so each goes out once. */
    reviewAlarms: async (tell: (tx: Tx, changes: AlarmChanges) => Promise<void>): Promise<void> => {
      const now = clock.now();
      await db.transaction(async (tx) => {
        const changes = await review(tx, now);
        const budgets = await takeWarnings(tx, utcDay(now.getTime()), BUDGET_WARNING_SHARE, now);
        await deleteUsageBefore(tx, utcDay(now.getTime() - USAGE_KEPT_MS));
        await tell(tx, { ...changes, budgets });
      });
    },
  };
}
