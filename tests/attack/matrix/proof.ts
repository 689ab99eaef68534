import type { RouteSpec } from '@stablegate/contract';
import type { Person } from '../people';
import type { Shop, World } from '../world';
import { needsSession } from './attack';

/** By somebody who is let in, so that the values of a call are what is refused. */
export function proofOf({ admin, victim }: World, route: RouteSpec, person: Person & Shop = victim): Record<string, string> {
  if (route.access === 'admin') return { cookie: admin.cookie };
  if (needsSession(route)) return { cookie: person.cookie };
  return route.access === 'api-key' ? { 'x-api-key': person.mainKey } : {};
}
