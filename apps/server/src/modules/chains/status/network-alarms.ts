import type { Network } from '@stablegate/contract';
import type { NetworkSettings } from '../../../config-networks';
import type { Tx } from '../../../platform/db/db';
import { BUDGET_WARNING_SHARE, utcDay } from '../rpc/usage-meter';
import { type TokenNote, tokenNotes } from '../token-state.domain';
import { endAlarm, listAlarms, listAssurances, raiseAlarm, type SavedAssurance } from './network-alarms.queries';
import { deleteUsageBefore, listSpending, type Spending } from './rpc-usage.queries';

/** A shorter loss of quorum is a hiccup and is not shown. */
export const ALARM_AFTER_MS = 5 * 60_000;
const USAGE_KEPT_MS = 90 * 86_400_000;
export const QUORUM_NOT_REACHED = 'quorum_not_reached';

/** What the issuer did to a network's token. */
export type TokenChange = { readonly network: Network; readonly note: TokenNote; readonly contract: string; readonly replacedBy?: string };

/** Which networks lack their quorum, remembered since when, and which nodes have used most of their budget. */
export function createNetworkAlarms({ networks }: { networks: readonly NetworkSettings[] }) {
  const isOn = (network: Network) => networks.some((settings) => settings.network === network && settings.enabled);

  return {
    /** Called once a minute, in the transaction that raises alarms. */
    reviewQuorum: async (tx: Tx, now: Date): Promise<SavedAssurance[]> => {
      const missing = (await listAssurances(tx)).filter(({ network, notes }) => isOn(network) && notes.includes(QUORUM_NOT_REACHED));
      for (const { network } of missing) await raiseAlarm(tx, network, now);
      for (const { network } of await listAlarms(tx, true))
        if (!missing.some((found) => found.network === network)) await endAlarm(tx, network);
      return missing;
    },
    tokenChanges: async (tx: Tx): Promise<TokenChange[]> => {
      const assurances = await listAssurances(tx);
      return networks.flatMap(({ network, contract, enabled }) => {
        const token = enabled ? assurances.find((saved) => saved.network === network)?.token : undefined;
        const replacedBy = token?.replacedBy === undefined ? {} : { replacedBy: token.replacedBy };
        return tokenNotes(token).map((note) => ({ network, note, contract, ...replacedBy }));
      });
    },
    /** Nodes past 80% of today's budget. */
    lowBudgets: async (tx: Tx, now: Date): Promise<Spending[]> => {
      await deleteUsageBefore(tx, utcDay(now.getTime() - USAGE_KEPT_MS));
      const today = await listSpending(tx, utcDay(now.getTime()));
      return today.filter(({ requests, budget }) => budget !== null && requests >= budget * BUDGET_WARNING_SHARE);
    },
  };
}
