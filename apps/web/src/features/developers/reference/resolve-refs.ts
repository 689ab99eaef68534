import type { JsonSchema, OpenApiDocument } from './reference.types';

const COMPONENT = '#/components/schemas/';
type Schemas = Readonly<Record<string, JsonSchema>>;

function resolve(value: unknown, schemas: Schemas): unknown {
  if (Array.isArray(value)) return value.map((each) => resolve(each, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...beside } = value as JsonSchema;
  // What is said beside a reference, such as a description, holds too. No schema of ours contains itself.
  if (typeof $ref === 'string') return { ...(resolve(schemas[$ref.replace(COMPONENT, '')] ?? {}, schemas) as object), ...beside };
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each, schemas)]));
}

/** Every reference to a component replaced by what it names. */
export function resolveRefs(document: OpenApiDocument): OpenApiDocument {
  const schemas = document.components?.schemas ?? {};
  return { ...(resolve({ ...document, components: undefined }, schemas) as OpenApiDocument), components: { schemas } };
}

export const componentOf = (document: OpenApiDocument, name: string): JsonSchema =>
  resolve({ $ref: `${COMPONENT}${name}` }, document.components?.schemas ?? {}) as JsonSchema;
