import type { RouteSpec } from '@stablegate/contract';
import { callsOf } from '../calls';
import { newMerchant, type Person } from '../people';
import type { Answer, Call } from '../target';
import { openShop, type Shop, type World } from '../world';
import { type Attack, broken, changesState, type Found, isRefused } from './attack';
import { proofOf } from './proof';

const AT_ONCE = 6;
/** Each person opens so many shops before the next one is signed up: an account has limits of its own. */
const SHOPS_EACH = 20;

/** Somebody with a shop in which nothing has happened yet. A call that may end their sessions gets an account of its own. */
export function createNewcomers(shopsEach = SHOPS_EACH) {
  let person: Promise<Person> | undefined;
  let opened = 0;
  return async ({ aside }: World, route: RouteSpec): Promise<Person & Shop> => {
    if (opened % shopsEach === 0 || person === undefined) person = newMerchant(aside, 'again');
    opened += 1;
    const isAlone = route.team === 'own' || route.access === 'admin';
    const owner = await (isAlone ? newMerchant(aside, 'alone') : person);
    return { ...owner, ...(await openShop(owner, 'again')) };
  };
}

/** What was made: the same one when a call is repeated with the same key. */
function madeBy({ text }: Answer): string | undefined {
  try {
    const made = JSON.parse(text);
    return made.data?.trans_id ?? made.transId ?? made.id;
  } catch {
    return undefined;
  }
}

/** Refused for what it asks for, and not for how often. */
const isOver = (route: RouteSpec, answer: Answer): boolean => isRefused(route, answer) && answer.status !== 429 && answer.status !== 503;

/** A call that is refused the second time, or that repeats its first answer, does neither more often when it is sent at the same time. */
export function createAgain(isIncluded: (route: RouteSpec) => boolean = () => true): Attack {
  const newcomer = createNewcomers();
  return {
    name: 'repeated, concurrent',
    isFor: (route) => changesState(route) && route.access !== 'feed' && isIncluded(route),
    run: async (world, route) => {
      const callOf = async (): Promise<Call | undefined> => {
        const owner = await newcomer(world, route);
        return callsOf(route, owner.owned, proofOf(world, route, owner))[0];
      };
      const [once, together] = await Promise.all([callOf(), callOf()]);
      if (once === undefined || together === undefined) return [];
      const first = await world.target.send(once);
      const second = await world.target.send(once);
      const crowd = await Promise.all(Array.from({ length: AT_ONCE }, () => world.target.send(together)));
      const taken = crowd.filter((answer) => !isRefused(route, answer));
      const isOnce = !isRefused(route, first) && isOver(route, second);
      const isSame = !isRefused(route, second) && madeBy(first) !== undefined && madeBy(first) === madeBy(second);
      const shown = { call: together, times: AT_ONCE };
      const found: Found[] = [first, second].flatMap((answer) => broken(once, answer));
      found.push(...crowd.flatMap((answer) => broken(together, answer)).map((each) => ({ ...each, times: AT_ONCE })));
      if (isOnce && taken.length > 1)
        found.push({ found: `counts once, but ${taken.length} times of ${AT_ONCE} at the same time`, ...shown });
      if (isSame && new Set(taken.map(madeBy)).size > 1)
        found.push({ found: 'makes one thing when repeated, and several at the same time', ...shown });
      return found;
    },
  };
}
