import { API_BASE, type RouteSpec } from '@stablegate/contract';
import type { Answer, Call } from '../target';
import { CANARY, type World } from '../world';

/** One way to attack a route. What it may do follows from the contract, so a new route is attacked without a test of its own. */
export type Attack = {
  readonly name: string;
  isFor(route: RouteSpec): boolean;
  /** What is wrong, if anything. */
  run(world: World, route: RouteSpec): Promise<readonly Found[]>;
};
/** What is wrong, and the call that shows it: so many times at once where one does not. */
export type Found = { readonly found: string; readonly call?: Call; readonly times?: number };
export type Finding = Found & { readonly route: string; readonly attack: string };

export const nameOf = ({ method, path }: RouteSpec): string => `${method} ${path}`;
export const needsSession = ({ access }: RouteSpec): boolean => access === 'session' || access === 'verified' || access === 'admin';
/** Browsers send neither a key nor a signature by themselves. */
export const isOutside = ({ access }: RouteSpec): boolean => access === 'api-key' || access === 'feed';
export const changesState = (route: RouteSpec): boolean => route.method !== 'GET' || route.changesState === true;

/** Parts of the installation that may be missing or down. */
const UNAVAILABLE = ['translator_not_configured', 'top_up_not_configured', 'unavailable', 'mail_not_configured'];
/** A stack, a statement of SQL or a path of the source: nobody outside has a use for it but an attacker. */
const INNER = /\bat [\w.<>]+ \(|\/(src|dist|node_modules)\/|violates \w+ constraint|syntax error at|\bselect .{1,80} from \w+ where\b/i;

const said = ({ status, code }: Answer): string => `${status}${code === undefined ? '' : ` ${code}`}`;

/** Epusdt's plugins read the refusal in the body. */
export function isRefused(route: RouteSpec, answer: Answer): boolean {
  if (answer.status === 0 || answer.status >= 400) return true;
  return route.dialect === 'epusdt' && (JSON.parse(answer.text) as { status_code: number }).status_code >= 400;
}

/** What no answer may be, whatever was sent. */
export function broken(call: Call, answer: Answer): Found[] {
  const isFault = answer.status === 0 || (answer.status >= 500 && !UNAVAILABLE.includes(answer.code ?? ''));
  return [
    ...(isFault ? [{ found: `answers ${said(answer)}`, call }] : []),
    ...(answer.status >= 400 && INNER.test(answer.text) ? [{ found: `shows its inside: ${INNER.exec(answer.text)?.[0]}`, call }] : []),
  ];
}

/** The edge's own refusal, and no other one: a later check may be missing on the next route. */
export async function refusedWith(world: World, call: Call, who: string, [status, code]: readonly [number, string]): Promise<Found[]> {
  const answer = await world.target.send(call);
  if (answer.status === status && answer.code === code) return [];
  return [{ found: `${who} gets ${said(answer)} instead of ${status} ${code}`, call }];
}

/** Not even a part of what belongs to the victim. */
export function leaked(world: World, call: Call, { text }: Answer, who: string): Found[] {
  const hit = [CANARY, world.victim.email, ...world.victim.secrets].find((each) => text.includes(each));
  return hit === undefined ? [] : [{ found: `${who} reads what belongs to another account: ${hit.slice(0, 12)}…`, call }];
}

export async function refused(world: World, route: RouteSpec, call: Call, who: string): Promise<Found[]> {
  const answer = await world.target.send(call);
  const isOpen = isRefused(route, answer) ? [] : [{ found: `${who} gets ${said(answer)} at ${call.method} ${API_BASE}${call.path}`, call }];
  return [...isOpen, ...leaked(world, call, answer, who), ...broken(call, answer)];
}

export const all = async (checks: readonly Promise<readonly Found[]>[]): Promise<Found[]> => (await Promise.all(checks)).flat();
