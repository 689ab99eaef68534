import { BY_NAME, TIME } from './samples';

type Schema = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
};

/** A test lists the fields that show it. */
export const NO_SAMPLE = 'no sample';

const BY_FORMAT: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': TIME,
  email: 'owner@roasters.example',
  uri: 'https://shop.example',
};

const FORMATS: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT/,
  email: /@/,
  uri: /^https?:/,
};

/** A partial check, enough for examples; tests validate each of them against the full schema. */
function fits(schema: Schema, value: unknown): boolean {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.some((each) => fits(each, value));
  if (schema.enum !== undefined) return schema.enum.includes(value);
  if (schema.const !== undefined) return schema.const === value;
  if (typeof value !== 'string' || ![schema.type].flat().includes('string')) return false;
  const { minLength = 0, maxLength = value.length, pattern = '', format = '' } = schema;
  const isOfFormat = FORMATS[format]?.test(value) ?? true;
  return isOfFormat && value.length >= minLength && value.length <= maxLength && new RegExp(pattern, 'u').test(value);
}

/** The named fields; of a map, the required ones. */
function fieldsOf({ properties, required = [], additionalProperties: each }: Schema): [string, Schema][] {
  if (properties !== undefined) return Object.entries(properties);
  return typeof each === 'object' ? required.map((name) => [name, each]) : [];
}

function byType(schema: Schema, name: string): unknown {
  const type = (typeof schema.type === 'string' ? schema.type : schema.type?.[0]) ?? 'string';
  switch (type) {
    case 'object':
      return Object.fromEntries(fieldsOf(schema).map(([name, each]) => [name, exampleOf(each, name)]));
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () => exampleOf(schema.items ?? {}, name));
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return BY_FORMAT[schema.format ?? ''] ?? NO_SAMPLE.padEnd(schema.minLength ?? 0, '-');
  }
}

/** An example that the schema allows: by field name where that fits, otherwise by type. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  const named = [BY_NAME[name] ?? []].flat().find((value) => fits(schema, value));
  if (named !== undefined) return named;
  if (schema.enum !== undefined) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return exampleOf(choices[0] ?? {}, name);
  if (schema.allOf !== undefined) return exampleOf(Object.assign({}, ...schema.allOf), name);
  return byType(schema, name);
}
