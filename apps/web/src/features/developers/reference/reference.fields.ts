import type { JsonSchema } from './reference.types';

export type FieldLimit = { kind: 'length' | 'range' | 'entries' | 'default' | 'format'; text: string };
export type Field = {
  /** Where it stands: data.trans_id, content[].amount. */
  path: string;
  type: string;
  isRequired: boolean;
  note: string | undefined;
  /** From the contract, which is English: it runs from left to right in every language. */
  isEnglish?: boolean;
  limits: readonly FieldLimit[];
};

/** Deeper than any response of ours: limits recursive schemas. */
const DEPTH_MAX = 6;

const isNull = (schema: JsonSchema): boolean => schema.type === 'null';
const choicesOf = (schema: JsonSchema): readonly JsonSchema[] => schema.anyOf ?? schema.oneOf ?? [];

/** allOf parts are merged. */
const merged = (schema: JsonSchema): JsonSchema =>
  schema.allOf === undefined ? schema : Object.assign({}, schema, ...schema.allOf.map(merged), { allOf: undefined });

export function typeOf(given: JsonSchema): string {
  const schema = merged(given);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = choicesOf(schema);
  if (choices.length > 0) return [...new Set(choices.map(typeOf))].join(' | ');
  if (schema.type === 'array') return schema.items === undefined ? 'array' : `${inBrackets(typeOf(schema.items))}[]`;
  if (typeof schema.type === 'string') return schema.type;
  return schema.type === undefined ? 'any' : schema.type.join(' | ');
}

const inBrackets = (type: string): string => (type.includes(' | ') ? `(${type})` : type);

/** The bounds zod writes for every integer are not real limits. */
const chosen = (bound: number | undefined): number | undefined =>
  bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound;

function span(from: number | undefined, to: number | undefined): string | undefined {
  const [min, max] = [chosen(from), chosen(to)];
  if (min !== undefined && max !== undefined) return min === max ? `${min}` : `${min} – ${max}`;
  if (max !== undefined) return `≤ ${max}`;
  return min === undefined || min === 0 ? undefined : `≥ ${min}`;
}

function limitsOf(schema: JsonSchema): FieldLimit[] {
  const limits: [FieldLimit['kind'], string | undefined][] = [
    ['format', schema.format],
    ['length', span(schema.minLength, schema.maxLength)],
    ['range', span(schema.minimum, schema.maximum)],
    ['entries', span(schema.minItems, schema.maxItems)],
    ['default', schema.default === undefined ? undefined : JSON.stringify(schema.default)],
  ];
  return limits.flatMap(([kind, text]) => (text === undefined ? [] : [{ kind, text }]));
}

export function fieldOf(path: string, given: JsonSchema, isRequired: boolean): Field {
  const schema = merged(given);
  const one = choicesOf(schema).filter((choice) => !isNull(choice));
  const bounds = one.length === 1 && one[0] !== undefined ? { ...one[0], ...schema } : schema;
  return { path, type: typeOf(schema), isRequired, note: bounds.description, isEnglish: true, limits: limitsOf(bounds) };
}

/** A field that only some of the alternatives have is optional. */
function fieldsOfChoices(choices: readonly JsonSchema[], prefix: string, depth: number): Field[] {
  const lists = choices.filter((choice) => !isNull(choice)).map((choice) => fieldsOf(choice, prefix, depth));
  const found = new Map<string, Field>();
  for (const field of lists.flat()) {
    const isEverywhere = lists.every((list) => list.some(({ path, isRequired }) => path === field.path && isRequired));
    if (!found.has(field.path)) found.set(field.path, { ...field, isRequired: isEverywhere });
  }
  return [...found.values()];
}

/** Every field of a body or a response in reading order, nested ones right after their parent. */
export function fieldsOf(given: JsonSchema | undefined, prefix = '', depth = 0): Field[] {
  if (given === undefined || depth > DEPTH_MAX) return [];
  const schema = merged(given);
  const choices = choicesOf(schema);
  if (choices.length > 0) return fieldsOfChoices(choices, prefix, depth);
  if (schema.type === 'array') return fieldsOfItems(schema.items, prefix, depth);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    return [fieldOf(path, property, schema.required?.includes(name) ?? false), ...fieldsOf(property, path, depth + 1)];
  });
}

function fieldsOfItems(items: JsonSchema | undefined, prefix: string, depth: number): Field[] {
  const inside = fieldsOf(items, `${prefix}[]`, depth + 1);
  // A list of plain values inside an object is described by its type; on its own it needs a line.
  return inside.length > 0 || prefix !== '' || items === undefined ? inside : [fieldOf('[]', items, true)];
}
