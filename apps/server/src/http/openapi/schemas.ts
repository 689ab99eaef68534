import * as contract from '@stablegate/contract';
import { z } from 'zod';

export type Json = Record<string, unknown>;
type Io = 'input' | 'output';

/** Python knows neither escape, and without the u flag they mean something else. */
const isPortable = (pattern = ''): boolean => !/\\0|\\p\{/.test(pattern);

/** `merchantInvoiceSchema` of the contract is `MerchantInvoice` here: whoever generates code gets the names that we use. */
const named = z.registry<{ id: string }>();
/** The same whether sent or answered. */
const ENUMS = new Set<string>();
for (const [name, value] of Object.entries(contract)) {
  if (!(value instanceof z.ZodObject || value instanceof z.ZodEnum) || !name.endsWith('Schema')) continue;
  const id = `${name.charAt(0).toUpperCase()}${name.slice(1, -'Schema'.length)}`;
  named.add(value, { id });
  if (value instanceof z.ZodEnum) ENUMS.add(id);
}
const NONE = z.registry<{ id: string }>();

/** A map with a fixed set of keys, such as a count by status: generators and linters look for required keys among the properties. */
function nameKeys(schema: z.core.JSONSchema.BaseSchema): void {
  const { required, properties, additionalProperties } = schema;
  if (required === undefined || properties !== undefined || typeof additionalProperties !== 'object') return;
  schema.properties = Object.fromEntries(required.map((name) => [name, additionalProperties]));
  delete schema.propertyNames;
  delete schema.additionalProperties;
}

/**
 * OpenAPI 3.1 uses JSON Schema 2020-12, which zod generates: no second description that could drift. Left out is what hinders other people's
 * programs: patterns that only JavaScript compiles or that repeat a format, and the promise that an answer never gets another field.
 */
function convert(schema: z.ZodType, io: Io, names: typeof named): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    metadata: names,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema as unknown as z.ZodType));
      delete jsonSchema.id;
      if (jsonSchema.format !== undefined || !isPortable(jsonSchema.pattern)) delete jsonSchema.pattern;
      if (jsonSchema.allOf !== undefined) jsonSchema.allOf = jsonSchema.allOf.filter(({ pattern }) => isPortable(pattern));
      if (jsonSchema.allOf?.length === 0) delete jsonSchema.allOf;
      nameKeys(jsonSchema);
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  }) as Json;
  return rest;
}

/** Without references: for parameters and examples. */
export const inlineSchema = (schema: z.ZodType, io: Io): Json => convert(schema, io, NONE);

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every `#/$defs/X` becomes a reference to a component. */
function withRefs(value: unknown, nameOf: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => withRefs(each, nameOf));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) =>
      key === '$ref' && typeof each === 'string'
        ? [key, `#/components/schemas/${nameOf(each.replace('#/$defs/', ''))}`]
        : [key, withRefs(each, nameOf)],
    ),
  );
}

/** Collects the named schemas of a document. What differs between what is sent and what is answered has two names. */
export function createSchemas() {
  const components = new Map<string, Json>();
  const inputName = (name: string): string => (ENUMS.has(name) ? name : `${name}Input`);

  function keep(name: string, definition: unknown, io: Io): void {
    const own = io === 'output' ? name : inputName(name);
    if (components.has(own)) return;
    const nameOf = io === 'output' ? (each: string) => each : inputName;
    components.set(own, withRefs(definition, nameOf) as Json);
  }

  function refTo(schema: z.ZodType, io: Io): Json {
    const { $defs = {}, ...rest } = convert(schema, io, named) as Json & { $defs?: Record<string, unknown> };
    for (const [name, definition] of Object.entries($defs)) keep(name, definition, io);
    return withRefs(rest, io === 'output' ? (each) => each : inputName) as Json;
  }

  /** By name, so that a document does not change with the order of its calls. */
  const all = (): Json => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { refTo, all };
}
export type Schemas = ReturnType<typeof createSchemas>;
