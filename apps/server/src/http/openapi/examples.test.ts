import type { RouteSpec } from '@stablegate/contract';
import * as contract from '@stablegate/contract';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { exampleOf } from './examples';
import { inlineSchema } from './schemas';

const isRoute = (value: unknown): value is RouteSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'reply' in value;
const routes = Object.entries(contract).flatMap(([name, value]) =>
  name.endsWith('Api') && typeof value === 'object' ? Object.values(value as Record<string, unknown>).filter(isRoute) : [],
);

/** Formats, and rules that a JSON schema cannot say: the call itself has to accept what its description shows. */
test('every example of a request is accepted by the schema that validates it', () => {
  const requests = routes.flatMap(({ method, path, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema === undefined ? [] : [{ at: `${method} ${path} ${part}`, schema: schema as z.ZodType }],
    ),
  );
  expect(requests.length).toBeGreaterThan(routes.length / 2);
  const refused = requests.flatMap(({ at, schema }) => {
    const { error } = schema.safeParse(exampleOf(inlineSchema(schema, 'input')));
    return (error?.issues ?? []).map(({ path, message }) => `${at} ${path.join('.')}: ${message}`);
  });
  expect(refused).toEqual([]);
});
