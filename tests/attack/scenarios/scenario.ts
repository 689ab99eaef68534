import type { Found } from '../matrix/attack';
import type { World } from '../world';

/** What somebody does in several steps, as a person of their own: scenarios run at the same time. */
export type Scenario = {
  readonly name: string;
  /** It waits for the server's clock, so `npm test` leaves it out. */
  readonly isSlow?: true;
  /** What is wrong, if anything. */
  run(world: World): Promise<readonly Found[]>;
};
