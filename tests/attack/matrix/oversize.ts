import type { RouteSpec } from '@stablegate/contract';
import { pathsOf, written } from '../calls';
import type { Call } from '../target';
import type { World } from '../world';
import { type Attack, all, refused } from './attack';
import { proofOf } from './proof';

/** Twice what a body, and more than twice what all headers together may have. */
const OVERSIZE = JSON.stringify({ name: 'a'.repeat(130_000) });
const HEADER_CHARS = 40_000;
/** Within the size, and deeper than a recursive reader bears. */
const DEEP = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
const POISON = '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}';

/** By the victim and the admin themselves, so that the size alone is what is refused. */
export const oversize: Attack = {
  name: 'oversize, deep',
  isFor: () => true,
  run: (world: World, route: RouteSpec) => {
    const [path = ''] = pathsOf(route, world.victim.owned);
    const proof = proofOf(world, route);
    const withBody = (body: string): Call => ({ ...written(route, path, {}, { ...proof, 'content-type': 'application/json' }), body });
    const hasBody = route.method !== 'GET' && route.body !== undefined;
    return all([
      refused(world, route, written(route, path, {}, { ...proof, 'x-long': 'a'.repeat(HEADER_CHARS) }), 'a long header'),
      ...(hasBody
        ? [
            refused(world, route, withBody(OVERSIZE), `a body of ${OVERSIZE.length} bytes`),
            refused(world, route, withBody(DEEP), 'a body nested 30,000 times'),
            refused(world, route, withBody(POISON), 'a prototype'),
          ]
        : []),
    ]);
  },
};
