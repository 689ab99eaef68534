import type { Chance } from '../../apps/server/test/seeded';
import type { Breaker, Broken } from './chains';
import type { World } from './world';

export type Fault = Broken & { readonly until: number };

const processKilled =
  ({ crew }: World): Breaker =>
  (chance) => {
    const index = chance.whole(0, Math.max(0, crew.members().length - 1));
    const gone = crew.kill(index);
    return {
      name: `process ${index} killed`,
      heal: async () => {
        await gone;
        await crew.restore(false);
      },
    };
  };

const processPaused =
  ({ crew }: World): Breaker =>
  (chance) => {
    const index = chance.whole(0, Math.max(0, crew.members().length - 1));
    crew.pause(index);
    return { name: `process ${index} stands still`, heal: () => crew.resume(index) };
  };

const merchantDown =
  ({ merchant }: World): Breaker =>
  (chance) => {
    merchant.status = chance.pick([500, 503, 404]);
    return {
      name: `merchant answers ${merchant.status}`,
      heal: () => {
        merchant.status = 200;
      },
    };
  };

/** Of nodes in two cases of three, otherwise of processes or the merchant. */
export function breakSomething(world: World, chance: Chance, msMax: number): Fault {
  const others = [processKilled, processKilled, processPaused, merchantDown].map((make) => make(world));
  const breaker = chance.happens(0.66) ? chance.pick(world.chains.breakers) : chance.pick(others);
  return { ...breaker(chance), until: Date.now() + chance.whole(1_000, msMax) };
}
