import type { Network } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import { type TokenState, tokenNotes } from '../token-state.domain';

/** Codes are those of `Assurance.notes`, and the token's. */
export type SavedAssurance = {
  readonly network: Network;
  readonly nodes: number;
  readonly reachable: number;
  readonly needed: number;
  readonly notes: readonly string[];
  readonly token?: TokenState;
};
export type AlarmRow = { readonly network: Network; readonly since: Date };

/** The watchers' last report on their nodes. */
export async function listAssurances(tx: Queryable): Promise<SavedAssurance[]> {
  const { rows } = await sql<{ network: Network; assurance: Partial<Omit<SavedAssurance, 'network'>> }>`
    select network, assurance from chain_cursors where assurance is not null`.execute(tx);
  return rows.map(({ network, assurance: { notes = [], token, ...counts } }) => ({
    ...{ network, nodes: 0, reachable: 0, needed: 0, ...counts },
    notes: [...notes, ...tokenNotes(token)],
    ...(token === undefined ? {} : { token }),
  }));
}

export async function listAlarms(tx: Queryable, isLocking = false): Promise<AlarmRow[]> {
  const { rows } = await sql<AlarmRow>`
    select network, since from network_alarms where kind = 'quorum'
     order by network ${isLocking ? sql`for no key update` : sql``}`.execute(tx);
  return rows;
}

export async function raiseAlarm(tx: Queryable, network: Network, now: Date): Promise<void> {
  await sql`insert into network_alarms (network, kind, since) values (${network}, 'quorum', ${now}) on conflict do nothing`.execute(tx);
}

export async function endAlarm(tx: Queryable, network: Network): Promise<void> {
  await sql`delete from network_alarms where network = ${network} and kind = 'quorum'`.execute(tx);
}
