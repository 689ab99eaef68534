import { setTimeout as sleep } from 'node:timers/promises';
import { createChance } from '../../apps/server/test/seeded';
import { breakSomething, type Fault } from './faults';
import { checkInvariants, pollAllAccounts, waitForRest } from './invariants';
import { type History, operate } from './operations';
import { startRealChains } from './real/real-chains';
import { startSimulatedChains } from './simulated/simulated-chains';
import { type NetworkTally, tallyLine } from './tally';
import { createWorld } from './world';

export type RunOptions = {
  readonly seed: number;
  readonly seconds: number;
  readonly processes: number;
  /** Simulated nodes of all five networks, or the sandbox's EVM node and Solana virtual machine. */
  readonly chains: 'simulated' | 'real';
};
export type RunReport = { readonly text: string; readonly tally: readonly NetworkTally[] };
const FAULTS_MAX = 3;
const FAULT_MS_MAX = 20_000;
const REST_MS_MAX = 180_000;
/** A shorter run has no faults that never end. */
const LONG_S = 120;

/** Mixed payments under up to three concurrent faults; then all but the lasting ones end, and the invariants are checked against the chain itself. */
export async function randomRun({ seed, seconds, processes, chains }: RunOptions): Promise<RunReport> {
  const chance = createChance(seed);
  const world = await createWorld(
    processes,
    chains === 'real' ? await startRealChains() : await startSimulatedChains(seed, { isLong: seconds >= LONG_S }),
  );
  const history: History = { orders: [], exact: [], sent: [], faults: [], counts: new Map() };
  const count = (what: string) => history.counts.set(what, (history.counts.get(what) ?? 0) + 1);
  for (const { name } of world.chains.lasting) {
    history.faults.push({ name, from: new Date() });
    count(`for good: ${name}`);
  }
  let faults: Fault[] = [];
  const begin = (fault: Fault) => {
    faults.push(fault);
    history.faults.push({ name: fault.name, from: new Date() });
    count(`fault: ${fault.name.replace(/\d+/g, 'n')}`);
  };
  const end = async (fault: Fault) => {
    await fault.heal();
    const record = history.faults.find(({ name, to }) => name === fault.name && to === undefined);
    if (record !== undefined) record.to = new Date();
  };
  const endAt = Date.now() + seconds * 1000;
  while (Date.now() < endAt) {
    const over = faults.filter(({ until }) => until <= Date.now());
    for (const fault of over) await end(fault);
    faults = faults.filter((fault) => !over.includes(fault)); // not by time again: healing takes a while, in which others come due
    if (faults.length < FAULTS_MAX && chance.happens(0.08))
      begin(breakSomething(world, chance, Math.min(FAULT_MS_MAX, (seconds * 1000) / 3)));
    await operate(world, history, chance);
    await sleep(chance.whole(20, 250));
  }
  for (const fault of faults) await end(fault);
  await pollAllAccounts(world); // a process's back-off of nodes ends with it
  await waitForRest(world, REST_MS_MAX);
  await world.stopBlocks();
  const { text, tally } = await checkInvariants(world, history);
  for (const member of world.crew.members()) await member.kill();
  const counted = [...history.counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, times]) => `${name} ${times}`);
  const lines = [`seed ${seed}, ${seconds} s, ${world.chains.name}: ${text}`, ...tally.map(tallyLine), counted.join(', ')];
  return { text: lines.join('\n  '), tally };
}
