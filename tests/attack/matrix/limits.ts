import { randomBytes } from 'node:crypto';
import { LIMITS, type LimitName, limitsOf, type RouteSpec } from '@stablegate/contract';
import { callsOf } from '../calls';
import type { Answer, Call } from '../target';
import type { World } from '../world';
import { createNewcomers } from './again';
import { type Attack, broken, changesState, type Found, isRefused } from './attack';
import { proofOf } from './proof';

const isLimit = (code: string): boolean => code.startsWith('too_many_') || code.endsWith('_full');
/** More than any limit that is reached one by one. */
const CALLS_MAX = 260;
const BEYOND = 12;
/** Bodies made at random differ; one of these is what the route takes. */
const SEEDS = 6;

/** Calls as a new owner makes them, each for another thing. */
async function createCalls(world: World, route: RouteSpec, newcomer: ReturnType<typeof createNewcomers>) {
  const owner = await newcomer(world, route);
  return (seed: number): Call[] => callsOf(route, owner.owned, proofOf(world, route, owner), seed).slice(0, 1);
}

/** How many a new owner gets one after the other, and of which body; undefined where no limit is reached. */
async function takenInARow(world: World, route: RouteSpec, newCalls: (seed: number) => Call[]) {
  let [seed, taken] = [1, 0];
  while (seed <= SEEDS && taken < CALLS_MAX) {
    const [call] = newCalls(seed);
    if (call === undefined) return undefined;
    const answer = await world.target.send(call);
    if (!isRefused(route, answer)) taken += 1;
    else if (taken > 0) return isLimit(answer.code ?? '') ? { seed, taken } : undefined;
    else seed += 1;
  }
  return undefined;
}

/** What may be made so often one by one may not be made more often at the same time. */
export function createLimits(): Attack {
  const newcomer = createNewcomers(1);
  return {
    name: 'limits, concurrent',
    isFor: (route) => changesState(route) && (route.errors ?? []).some(isLimit),
    run: async (world, route) => {
      const limit = await takenInARow(world, route, await createCalls(world, route, newcomer));
      if (limit === undefined) return [];
      const newCalls = await createCalls(world, route, newcomer);
      const calls = Array.from({ length: limit.taken + BEYOND }, () => newCalls(limit.seed)).flat();
      const answers = await Promise.all(calls.map(world.target.send));
      const taken = answers.filter((answer) => !isRefused(route, answer)).length;
      const found: Found[] = calls.flatMap((call, index) => (answers[index] === undefined ? [] : broken(call, answers[index])));
      const [call] = calls;
      if (taken > limit.taken && call !== undefined)
        found.push({ found: `takes ${taken} at the same time, and ${limit.taken} in a row`, call, times: calls.length });
      return found;
    },
  };
}

const isOfAddress = (name: LimitName): boolean => {
  const limit = LIMITS[name];
  return limit.per === 'address' && !('inside' in limit) && !('load' in limit);
};
/** Of the documentation's network (RFC 3849). */
const someBlock = (): string => `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}`;

/** A household has a whole /64 of IPv6. Only where the server believes the suite which address it comes from, as it believes a proxy. */
export const addresses: Attack = {
  name: 'addresses of one /64',
  isFor: (route) => limitsOf(route).some(isOfAddress),
  run: async (world, route) => {
    const name = limitsOf(route).find(isOfAddress);
    const block = someBlock();
    const leftFor = async (address: string): Promise<{ call: Call | undefined; left: number | undefined }> => {
      const [call] = callsOf(route, world.thief.owned, { 'x-forwarded-for': address });
      const headers: Answer['headers'] = call === undefined ? {} : (await world.target.send(call)).headers;
      const [, left] = new RegExp(`"${name}";r=(\\d+)`).exec(String(headers.ratelimit)) ?? [];
      return { call, left: left === undefined ? undefined : Number.parseInt(left, 10) };
    };
    const first = await leftFor(`${block}::1`);
    const second = await leftFor(`${block}:ffff:ffff:ffff:ffff`);
    const elsewhere = await leftFor(`${someBlock()}::1`);
    const isBelieved = first.left !== undefined && first.left === elsewhere.left;
    if (!isBelieved || second.left !== elsewhere.left || second.call === undefined) return [];
    return [{ found: `each address of a /64 has its own limit "${name}"`, call: second.call }];
  },
};
