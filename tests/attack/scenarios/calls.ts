import type { Found } from '../matrix/attack';
import type { Answer, Call, Target } from '../target';

export const jsonCall = (method: string, path: string, body?: object, headers: Record<string, string> = {}): Call => ({
  method,
  path,
  headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
  body: body === undefined ? undefined : JSON.stringify(body),
});

const said = ({ status, code = '' }: Answer): string => `${status} ${code}`;

/** A call that must be refused, clearly: what it would mean that it is not. */
export async function mustRefuse(target: Target, call: Call, meaning: string): Promise<Found[]> {
  const answer = await target.send(call);
  if (answer.status >= 400 && answer.status < 500) return [];
  return [{ found: `${meaning}: ${said(answer)}`, call }];
}

/** A call that must be taken: who is kept out otherwise. */
export async function mustTake(target: Target, call: Call, meaning: string): Promise<Found[]> {
  const answer = await target.send(call);
  return answer.status < 300 && answer.status > 0 ? [] : [{ found: `${meaning}: ${said(answer)}`, call }];
}
