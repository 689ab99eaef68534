import type { RouteSpec } from '@stablegate/contract';
import { createRandom, inputOf, type JsonSchema, type Random, someValue } from '../../apps/server/test/schema-values';
import { newName, PASSWORD } from './people';
import type { Call } from './target';
import { type Owned, someAddress } from './world';

/** Enough draws to meet a valid value of every schema of the contract; the rest is refused, which is an answer too. */
const DRAWS = 20;

/** The address of a route with these ids. One whose parameter is unknown here is called with every id. */
export function pathsOf({ path }: RouteSpec, owned: Owned): string[] {
  const unknown: string[] = [];
  const known = path.replace(/([\w-]+)\/\{(\w+)\}/g, (_all, segment: string, name: string) => {
    const id = owned[segment];
    if (id === undefined) unknown.push(name);
    return `${segment}/${id ?? `{${name}}`}`;
  });
  if (unknown.length === 0) return [known];
  return [...new Set(Object.values(owned))].map((id) => known.replace(/\{\w+\}/g, id));
}

let made = 0;
/** Values of fields whose meaning a schema cannot tell. */
function named(field: string, owned: Owned): unknown {
  made += 1;
  const values: Record<string, unknown> = {
    network: 'BEP20',
    address: someAddress(),
    username: newName('attack'),
    ids: [owned.invoice],
    id: owned.invoice,
    name: `Tea ${made}`,
    amount: '10',
    request_id: `attack-${made}-${Date.now()}`,
    url: 'https://shop.example/back',
    currentPassword: PASSWORD,
    password: PASSWORD,
    email: `attack${made}-${Date.now()}@example.com`,
    newEmail: `attack${made}-${Date.now()}@example.com`,
    ...owned,
  };
  return values[field];
}

function fill(schema: JsonSchema, random: Random, owned: Owned): unknown {
  const value = someValue(schema, random);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([field, generated]) => [field, named(field, owned) ?? generated]));
}

type Parsed = { readonly body?: unknown; readonly query?: Record<string, unknown> };

function draw(schema: RouteSpec['body'], random: Random, owned: Owned): unknown {
  if (schema === undefined) return undefined;
  const input = inputOf(schema);
  let value: unknown;
  for (let index = 0; index < DRAWS; index += 1) {
    value = fill(input, random, owned);
    if (schema.safeParse(value).success) return value;
  }
  return value;
}

/** A call as its owner would make it: every value is what the contract asks for, every id is theirs. */
export function valuesOf(route: RouteSpec, owned: Owned, seed = 1): Parsed {
  const random = createRandom(seed);
  const query = draw(route.query, random, owned) as Record<string, unknown> | undefined;
  return { body: draw(route.body, random, owned), ...(query === undefined ? {} : { query }) };
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export function written(route: RouteSpec, path: string, { body, query }: Parsed, headers: Record<string, string> = {}): Call {
  const search = query === undefined ? '' : `?${new URLSearchParams(Object.entries(query).map(([name, each]) => [name, asText(each)]))}`;
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  return {
    method: route.method,
    path: path + search,
    headers: { ...type, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

/** One call to each address. */
export const callsOf = (route: RouteSpec, owned: Owned, headers: Record<string, string>, seed = 1): Call[] =>
  pathsOf(route, owned).map((path) => written(route, path, valuesOf(route, owned, seed), headers));
