import { API_BASE, type RouteSpec } from '@stablegate/contract';
import type { Answer, Call } from '../target';
import { CANARY, type World } from '../world';

/** One way to attack a route. What it may do follows from the contract, so a new route is attacked without a test of its own. */
export type Attack = {
  readonly name: string;
  isFor(route: RouteSpec): boolean;
  /** What is wrong, if anything. */
  run(world: World, route: RouteSpec): Promise<readonly string[]>;
};
export type Finding = { readonly route: string; readonly attack: string; readonly found: string };

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
  if (answer.status >= 400) return true;
  return route.dialect === 'epusdt' && (JSON.parse(answer.text) as { status_code: number }).status_code >= 400;
}

/** What no answer may be, whatever was sent. */
export function broken(answer: Answer): string[] {
  const isFault = answer.status >= 500 && !UNAVAILABLE.includes(answer.code ?? '');
  return [
    ...(isFault ? [`answers ${said(answer)}`] : []),
    ...(answer.status >= 400 && INNER.test(answer.text) ? [`shows its inside: ${INNER.exec(answer.text)?.[0]}`] : []),
  ];
}

/** The edge's own refusal, and no other one: a later check may be missing on the next route. */
export async function refusedWith(world: World, call: Call, who: string, [status, code]: readonly [number, string]): Promise<string[]> {
  const answer = await world.target.send(call);
  if (answer.status === status && answer.code === code) return [];
  return [`${who} gets ${said(answer)} instead of ${status} ${code}`];
}

/** Not even a part of what belongs to the victim. */
export function leaked(world: World, { text }: Answer, who: string): string[] {
  const hit = [CANARY, world.victim.email, ...world.victim.secrets].find((each) => text.includes(each));
  return hit === undefined ? [] : [`${who} reads what belongs to another account: ${hit.slice(0, 12)}…`];
}

export async function refused(world: World, route: RouteSpec, call: Call, who: string): Promise<string[]> {
  const answer = await world.target.send(call);
  const isOpen = isRefused(route, answer) ? [] : [`${who} gets ${said(answer)} at ${call.method} ${API_BASE}${call.path}`];
  return [...isOpen, ...leaked(world, answer, who), ...broken(answer)];
}

export const all = async (checks: readonly Promise<readonly string[]>[]): Promise<string[]> => (await Promise.all(checks)).flat();
