import type { RouteSpec } from '@stablegate/contract';
import { declared } from '../../../apps/server/test/contract-routes';
import { isSignedIn } from '../people';
import { counted } from '../target';
import type { World } from '../world';
import { type Attack, type Finding, type Found, nameOf } from './attack';
import { unharmed } from './unharmed';

/** What production serves. */
const served = declared.filter(({ access }) => access !== 'sandbox');

/** What one attack came to. */
export type Outcome = {
  readonly name: string;
  /** On how many routes it was tried; undefined for a scenario. */
  readonly routes?: number;
  /** How often it was given which answer. */
  readonly answers: ReadonlyMap<string, number>;
  readonly findings: readonly Finding[];
};

/** An attack by somebody who was signed out meanwhile is refused for that alone, and would find nothing. */
async function expectAttackers({ target, thief, thiefsManager, admin, unverified, members }: World): Promise<void> {
  for (const person of [thief, thiefsManager, admin, unverified, ...Object.values(members)]) {
    if (!(await isSignedIn(target, person))) throw new Error(`an attack has signed ${person.username} out`);
  }
}

/** The same fault of many calls to one route is one finding. */
export const withoutRepeats = (all: readonly Found[]): Found[] => [...new Map(all.map((each) => [each.found, each])).values()];

/** One attack on every route that it is for. */
export async function attackAll(world: World, attack: Attack, routes: readonly RouteSpec[] = served): Promise<Outcome> {
  const { target, answers } = counted(world.target);
  const findings: Finding[] = [];
  const attacked = routes.filter(attack.isFor);
  for (const route of attacked) {
    const found = withoutRepeats(await attack.run({ ...world, target }, route));
    findings.push(...found.map((each) => ({ ...each, route: nameOf(route), attack: attack.name })));
  }
  await expectAttackers(world);
  return { name: attack.name, routes: attacked.length, answers, findings };
}

/** Which attack harms the victim, and where: everything that the victim can read is read again after each route, so only once it is known. */
export async function findHarm(world: World, attacks: readonly Attack[], routes: readonly RouteSpec[] = served): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const attack of attacks) {
    for (const route of routes.filter(attack.isFor)) {
      const compare = await unharmed(world);
      await attack.run(world, route);
      for (const found of await compare()) findings.push({ route: nameOf(route), attack: attack.name, found });
    }
  }
  return findings;
}
