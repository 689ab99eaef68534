import { inspect } from 'node:util';
import type { Network } from '@stablegate/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Credit } from './chains';
import type { History } from './operations';
import { keysOf, type World } from './world';

/** sent = matched + unmatched + ignored + reorged, counted for one network. */
export type NetworkTally = {
  readonly network: Network;
  readonly sent: number;
  readonly matched: number;
  readonly unmatched: number;
  readonly ignored: number;
  /** Reorged by the chain. */
  readonly reorged: number;
  /** Of those, reorged before they could be seen: there is no row. */
  readonly unseen: number;
  /** Of the payment that waited longest between its block and its credit; a block is final after some seconds. */
  readonly slowestMs: number;
};
type Row = Credit & {
  readonly state: string;
  readonly blockTime: Date;
  readonly seenAt: Date;
  readonly finalAt: Date | null;
  readonly reorgedAt: Date | null;
};

/** Nothing is credited later, whatever one node does. */
const CREDIT_MS_MAX = 300_000;

const keyOf = ({ txHash, toKey, micros }: Pick<Credit, 'txHash' | 'toKey' | 'micros'>): string => `${txHash} ${toKey} ${micros}`;

/** Every transfer that the chain has is recorded; otherwise says what is known of the missing ones, and their network's faults. */
function requireAll(standing: readonly Credit[], recorded: readonly Row[], { faults }: History): void {
  const live = new Set(recorded.filter(({ state }) => state !== 'reorged').map(keyOf));
  const missing = standing.filter((credit) => !live.has(keyOf(credit)));
  if (missing.length === 0) return;
  const rows = recorded.filter(({ txHash }) => missing.some((credit) => credit.txHash === txHash));
  const [first] = missing;
  const related = faults.filter(({ name }) => name.startsWith(`${first?.network} `) || name.startsWith('process'));
  throw new Error(inspect({ missing, rows, faults: related }, { depth: 4, maxArrayLength: 200, breakLength: 160 }));
}

/**
 * I4, I8, I9: our state equals the chains', each transfer once, and nothing that was never sent. Equal transfers of a transaction are
 * counted: a log's number depends on the node.
 */
export async function tallyOf(world: World, history: History): Promise<NetworkTally[]> {
  const { rows } = await sql<Row>`
    select network, tx_hash as "txHash", to_key as "toKey", amount as micros, block_number::int as block, state, block_time as "blockTime",
           seen_at as "seenAt", final_at as "finalAt", reorged_at as "reorgedAt" from transfers`.execute(world.app.platform.db.query);
  const truth = await world.chains.truth(keysOf(world.shops));
  return world.chains.networks.map((network) => {
    const of = <T extends { readonly network: string }>(items: readonly T[]): T[] => items.filter((item) => item.network === network);
    const [recorded, standing, sent] = [of(rows), of(truth), of(history.sent)];
    const live = recorded.filter(({ state }) => state !== 'reorged');
    expect(
      live.filter(({ state }) => state === 'seen'),
      `${network}: transfers that nobody decided about`,
    ).toEqual([]);
    requireAll(standing, recorded, history);
    expect(live.map(keyOf).sort(), `${network}: what is recorded against what the chain has`).toEqual(standing.map(keyOf).sort());
    const known = new Set(sent.map(keyOf));
    expect(
      recorded.filter((row) => !known.has(keyOf(row))),
      `${network}: transfers that nobody sent`,
    ).toEqual([]);
    const standingKeys = new Set(standing.map(keyOf));
    const recordedKeys = new Set(recorded.map(keyOf));
    const takenBack = sent.filter((item) => !standingKeys.has(keyOf(item)));
    const count = (state: string): number => live.filter((row) => row.state === state).length;
    // The blocks of a real chain that mines fast are ahead of the clock.
    const waits = live.map(({ blockTime, seenAt, finalAt }) => (finalAt?.getTime() ?? 0) - Math.min(blockTime.getTime(), seenAt.getTime()));
    const tally = {
      network,
      sent: sent.length,
      matched: count('matched'),
      unmatched: count('unmatched'),
      ignored: count('ignored'),
      reorged: takenBack.length,
      slowestMs: Math.max(0, ...waits),
      unseen: takenBack.filter((item) => !recordedKeys.has(keyOf(item))).length,
    };
    expect(tally.matched + tally.unmatched + tally.ignored + tally.reorged, `${network}: ${JSON.stringify(tally)}`).toBe(tally.sent);
    expect(tally.slowestMs, `${network}: credited late`).toBeLessThan(CREDIT_MS_MAX);
    return tally;
  });
}

export const tallyLine = ({ network, sent, matched, unmatched, ignored, reorged, unseen, slowestMs }: NetworkTally): string =>
  `${network}: ${sent} sent = ${matched} matched + ${unmatched} unmatched + ${ignored} ignored + ${reorged} reorged (${unseen} before a look), credited within ${(slowestMs / 1000).toFixed(1)} s`;
