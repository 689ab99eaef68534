import { createChance } from '../../apps/server/test/seeded';
import { Callbacks } from './callbacks';
import { Changes } from './changes';
import { compare, compareAll } from './compare';
import { accept, cancel, create, orderLink, setFloor, takeOver, topUp } from './create';
import { assign, dismiss, restore, unassign } from './inbox';
import { Model } from './model';
import { becomeFinal, comeBack, pay, reorg } from './pay';
import type { Operation, Scene } from './scene';
import { goDown, recover, resend, waitLittle, waitLong } from './time';
import { createWorld } from './world';

const MENU: Readonly<Record<string, readonly [weight: number, operation: Operation]>> = {
  create: [20, create],
  'order by a stranger': [6, orderLink],
  'top-up': [4, topUp],
  pay: [30, pay],
  final: [10, becomeFinal],
  reorg: [6, reorg],
  'come back': [4, comeBack],
  assign: [6, assign],
  unassign: [4, unassign],
  dismiss: [3, dismiss],
  restore: [2, restore],
  accept: [5, accept],
  'take over': [3, takeOver],
  'member floor': [1, setFloor],
  cancel: [3, cancel],
  wait: [4, waitLittle],
  'wait a day': [1.5, waitLong],
  'server fails': [2, goDown],
  'server recovers': [2, recover],
  resend: [2, resend],
};

/**
 * Random operations, each compared with the model at once. Not fast-check's commands: shrinking runs a sequence dozens of times, each on a
 * database and a server of its own, and commands drawn beforehand mostly meet invoices in the wrong state. Since every operation is
 * compared, the last one is the fault; the history of its invoice is printed, and the seed repeats the run.
 */
export async function randomRun({
  seed,
  isOver,
}: {
  readonly seed: number;
  readonly isOver: (operations: number) => boolean;
}): Promise<string> {
  const world = await createWorld();
  const chance = createChance(seed);
  const scene: Scene = { world, chance, model: new Model(), callbacks: new Callbacks(), changes: new Changes(), shopOf: new Map() };
  const counts = new Map<string, number>();
  const history: string[] = [];
  let operations = 0;
  try {
    while (!isOver(operations)) {
      const [name, done] = await step(scene);
      if (done === undefined) continue;
      operations += 1;
      const counted = done.startsWith('refused') ? `${name} refused` : name;
      counts.set(counted, (counts.get(counted) ?? 0) + 1);
      history.push(done);
      for (const owner of world.owners) await compare(scene, owner);
    }
    for (const owner of world.owners) await compareAll(scene, owner);
    await world.checkBooks();
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`seed ${seed}, operation ${operations}: ${message}\n${linesAbout(history, message)}`, { cause: error });
  }
  return `seed ${seed}: ${operations} operations (${[...counts].map(([name, count]) => `${name} ${count}`).join(', ')})`;
}

async function step(scene: Scene): Promise<readonly [name: string, done: string | undefined]> {
  const { chance, world } = scene;
  let left = chance.next() * Object.values(MENU).reduce((sum, [weight]) => sum + weight, 0);
  for (const [name, [weight, operation]] of Object.entries(MENU)) {
    left -= weight;
    if (left > 0) continue;
    await world.tick();
    return [name, await operation(scene, chance.pick(world.owners))];
  }
  return ['nothing', undefined];
}

const LAST = 12;
/** The last operations, and all that name what the message names. */
function linesAbout(history: readonly string[], message: string): string {
  const names = message.match(/\b[a-z0-9]{26}\b|\btrf_\w+/g) ?? [];
  const lines = history.map((line, place) => `${place + 1}. ${line}`);
  return lines.filter((line, place) => place >= lines.length - LAST || names.some((name) => line.includes(name))).join('\n');
}
