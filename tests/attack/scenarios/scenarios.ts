import type { Finding } from '../matrix/attack';
import type { Outcome } from '../matrix/matrix';
import { counted } from '../target';
import type { World } from '../world';
import { MAILBOX_SCENARIOS } from './mailbox';
import type { Scenario } from './scenario';
import { SHOP_SCENARIOS } from './shop';
import { WIRE_SCENARIOS } from './wire';

export const SCENARIOS: readonly Scenario[] = [...WIRE_SCENARIOS, ...MAILBOX_SCENARIOS, ...SHOP_SCENARIOS];

export async function attackScenario(world: World, { name, run }: Scenario): Promise<Outcome> {
  const { target, answers } = counted(world.target);
  const found = await run({ ...world, target });
  return { name, answers, findings: found.map((each): Finding => ({ ...each, route: 'scenario', attack: name })) };
}
