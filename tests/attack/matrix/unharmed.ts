import { declared } from '../../../apps/server/test/contract-routes';
import { callsOf } from '../calls';
import type { World } from '../world';

const views = declared.filter(
  (route) => route.method === 'GET' && (route.access === 'session' || route.access === 'verified') && route.files === undefined,
);

/** Reading moves them. */
const MOVES_BY_ITSELF = /\.(lastSeenAt|lastUsedAt|serverTime)$/;

/** Every value that the victim can read, by its place. */
async function seen({ target, victim }: World): Promise<Map<string, string>> {
  const values = new Map<string, string>();
  const note = (place: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) values.set(place, String(value));
    else for (const [name, each] of Object.entries(value)) note(`${place}.${name}`, each);
  };
  for (const route of views) {
    const [call] = callsOf(route, victim.owned, { cookie: victim.cookie });
    if (call === undefined) continue;
    const { status, text } = await target.send(call);
    note(`${route.path}`, status === 200 ? JSON.parse(text) : status);
  }
  return values;
}

/** Remembers what the victim owns. The result names what is different later, except what changes by itself. */
export async function unharmed(world: World): Promise<() => Promise<string[]>> {
  const before = await seen(world);
  const again = await seen(world);
  const moves = new Set([...again].filter(([place, value]) => before.get(place) !== value).map(([place]) => place));
  return async () => {
    const after = await seen(world);
    const places = [...new Set([...again.keys(), ...after.keys()])].filter((place) => !moves.has(place) && !MOVES_BY_ITSELF.test(place));
    const changed = places.filter((place) => again.get(place) !== after.get(place));
    return changed.map((place) => `${place} of the victim was ${again.get(place)} and is ${after.get(place)}`);
  };
}
