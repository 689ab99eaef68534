import type { Chance } from '../../apps/server/test/seeded';
import type { Callbacks } from './callbacks';
import type { Changes } from './changes';
import type { Invoice } from './invoice';
import type { Model } from './model';
import type { Owner, Shop, World } from './world';

/** The product, the model of it, and one random run of both. */
export type Scene = {
  readonly world: World;
  readonly model: Model;
  readonly callbacks: Callbacks;
  readonly chance: Chance;
  /** Which shop made an invoice; none made a top-up. */
  readonly shopOf: Map<Invoice, Shop>;
  readonly changes: Changes;
};
/** Says what it did, for the history of a failed run; undefined where there was nothing to do it with. */
export type Operation = (scene: Scene, owner: Owner) => Promise<string | undefined>;

const DOLLAR = 1_000_000n;

export function micros(amount: string): bigint {
  const [whole = '', part = ''] = amount.split('.');
  return BigInt(whole) * DOLLAR + BigInt(part.padEnd(6, '0'));
}

export const dollars = (amount: bigint): string => `${amount / DOLLAR}.${(amount % DOLLAR).toString().padStart(6, '0')}`;

/** An answer that must be this one. */
export function answered(answer: { readonly statusCode: number; readonly body: string }, status: number, what: string): void {
  if (answer.statusCode !== status) throw new Error(`${what}: ${status} expected, ${answer.statusCode} ${answer.body}`);
}

export const pickOne = <T>(chance: Chance, items: readonly T[]): T | undefined => (items.length === 0 ? undefined : chance.pick(items));

/** What somebody who decides about an invoice saw as paid: mostly what is, sometimes what was, and older callers do not say. */
export function paidSeen(chance: Chance, { paid }: Invoice): { readonly isTrue: boolean; readonly body: { readonly paid?: string } } {
  if (chance.happens(0.2)) return { isTrue: true, body: {} };
  const isTrue = chance.happens(0.85);
  return { isTrue, body: { paid: dollars(isTrue ? paid : paid + 1n) } };
}

/** Who decides about an invoice: the owner, or somebody of the team, who may accept no part below the floor. */
export function pickDecider(chance: Chance, { browser, member, merchant }: Owner) {
  return chance.happens(0.4)
    ? { name: 'a member', browser: member, floor: merchant.memberFloor }
    : { name: 'the owner', browser, floor: 0 };
}
