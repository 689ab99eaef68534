import { z } from 'zod';

/** A JSON Schema as zod generates it for OpenAPI, limited to what occurs there. */
export type JsonSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
};

export type Random = { next(): number; pick<T>(choices: readonly T[]): T; int(max: number): number; chance(share: number): boolean };

/** mulberry32: small, and deterministic on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (max: number) => Math.floor(next() * max);
  return { next, int, pick: (choices) => choices[int(choices.length)] as never, chance: (share) => next() < share };
}

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-01-31', '2026-11-15'],
  'date-time': ['2026-11-15T07:00:00+07:00'],
  email: ['someone@example.com'],
  uri: ['https://shop.example/back', 'http://shop.example:8080/a?b=c'],
};
const PLAIN = ['10', '0.5', '1', 'tea', 'Order 7', 'vi', 'VN', 'ABCDEF1234', 'a'.repeat(32), '1000000', 'https://shop.example', '0', ''];

function someText(schema: JsonSchema, random: Random): string {
  const candidates = schema.format === undefined ? PLAIN : (FORMATS[schema.format] ?? PLAIN);
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern, 'u');
  const { minLength = 0, maxLength = 10_000 } = schema;
  const fitting = candidates.filter(
    (text) =>
      text.length >= minLength && text.length <= maxLength && (pattern === undefined || schema.format !== undefined || pattern.test(text)),
  );
  return fitting.length > 0 ? random.pick(fitting) : 'x'.repeat(Math.max(minLength, 1));
}

/** A value that the schema allows. */
export function someValue(schema: JsonSchema, random: Random): unknown {
  const { anyOf, oneOf, allOf } = schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return someValue(random.pick(choices), random);
  if (allOf !== undefined) return someValue(Object.assign({}, ...allOf), random);
  const type = typeof schema.type === 'string' ? schema.type : random.pick(schema.type ?? ['string']);
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name) || random.chance(0.6))
          .map(([name, each]) => [name, someValue(each, random)]),
      );
    case 'array':
      return Array.from({ length: random.int(3) }, () => someValue(schema.items ?? {}, random));
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, Math.min(schema.maximum ?? 1_000, random.int(50)));
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      return someText(schema, random);
  }
}

/** Hostile input: wrong types, boundary values, characters that break parsers and databases. */
export const BROKEN: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '',
  ' 5',
  '+5',
  '1e3',
  'NaN',
  '١',
  '-0',
  'javascript:alert(1)',
  'data:text/html,x',
  '\0',
  'a\0b',
  '\ud800',
  '‮abc',
  '🧧'.repeat(40),
  "'; drop table users; --",
  '../../etc/passwd',
  '%00',
  '\r\nX-Injected: yes',
  'x'.repeat(5_000),
  [],
  [[]],
  {},
  { $ne: null },
  { toString: 1 },
];

export const brokenValue = (random: Random): unknown => random.pick(BROKEN);

/** What a route's schema takes, as this file reads it. */
export const inputOf = (schema: z.ZodType): JsonSchema => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
