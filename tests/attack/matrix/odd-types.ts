import type { RouteSpec } from '@stablegate/contract';
import { BROKEN } from '../../../apps/server/test/schema-values';
import { pathsOf, valuesOf, written } from '../calls';
import { isSignedIn, newMerchant, type Person } from '../people';
import type { Call } from '../target';
import { type Owned, openShop, type Shop, type World } from '../world';
import { type Attack, all, broken } from './attack';
import { proofOf } from './proof';

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\p{Cs}/gu, '\ufffd');

/** Every field and every id of a call, with every one of these values; it is otherwise as its owner would make it. */
function oddCalls(route: RouteSpec, owned: Owned, headers: Record<string, string>, odds: readonly unknown[]): Call[] {
  const [path = ''] = pathsOf(route, owned);
  const { body, query } = valuesOf(route, owned);
  const inEach = (values: object, write: (changed: Record<string, unknown>) => Call) =>
    Object.keys(values).flatMap((field) => odds.map((value) => write({ ...values, [field]: value })));
  const isFields = typeof body === 'object' && body !== null && !Array.isArray(body);
  const ids = route.path.match(/\{\w+\}/g) ?? [];
  return [
    ...ids.flatMap((id) =>
      odds.map((value) => {
        const [odd = ''] = pathsOf(
          { ...route, path: route.path.replace(id, encodeURIComponent(asText(value)) || '%20') as `/${string}` },
          owned,
        );
        return written(route, odd, { body, ...(query && { query }) }, headers);
      }),
    ),
    ...(isFields ? inEach(body, (changed) => written(route, path, { body: changed, ...(query && { query }) }, headers)) : []),
    ...(body === undefined ? [] : odds.map((value) => written(route, path, { body: value, ...(query && { query }) }, headers))),
    ...(query === undefined ? [] : inEach(query, (changed) => written(route, path, { body, query: changed }, headers))),
  ];
}

/** Somebody to try odd values with, and a shop that they may break; another one where they have signed themselves out. */
function createSpare() {
  let spare: (Person & Shop) | undefined;
  return async ({ aside }: World): Promise<Person & Shop> => {
    if (spare !== undefined && (await isSignedIn(aside, spare))) return spare;
    const person = await newMerchant(aside, 'odd');
    spare = { ...person, ...(await openShop(person, 'odd')) };
    return spare;
  };
}

/** All values take minutes; `npm test` takes some, and draws others in openapi-fuzz.test.ts. */
export function oddTypes(odds: readonly unknown[] = BROKEN): Attack {
  const spareOf = createSpare();
  return {
    name: 'odd types',
    isFor: ({ body, query, path }) => body !== undefined || query !== undefined || path.includes('{'),
    run: async (world, route) => {
      const spare = await spareOf(world);
      const calls = oddCalls(route, spare.owned, proofOf(world, route, spare), odds);
      return all(calls.map(async (call) => broken(call, await world.target.send(call))));
    },
  };
}
