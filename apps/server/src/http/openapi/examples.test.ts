import type { RouteSpec } from '@stablegate/contract';
import * as contract from '@stablegate/contract';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { exampleOf, NO_SAMPLE } from './examples';
import { inlineSchema } from './schemas';

const isRoute = (value: unknown): value is RouteSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'reply' in value;
const routes = Object.entries(contract).flatMap(([name, value]) =>
  name.endsWith('Api') && typeof value === 'object' ? Object.values(value as Record<string, unknown>).filter(isRoute) : [],
);

const parts = routes.flatMap(({ method, path, params, query, body, reply, files }) =>
  Object.entries({ params, query, body, ...(files === undefined ? reply : {}) }).flatMap(([part, given]) => {
    const schema = given as z.ZodType | undefined;
    const isReply = /^\d/.test(part);
    const json = schema === undefined ? undefined : inlineSchema(schema, isReply ? 'output' : 'input');
    return schema === undefined || json === undefined
      ? []
      : [{ at: `${method} ${path} ${part}`, schema, example: exampleOf(json), isReply }];
  }),
);

/** Formats, and rules that a JSON schema cannot say: the call itself has to accept what its description shows. */
test('every example is accepted by the schema that validates it, of requests and of answers', () => {
  expect(parts.filter(({ isReply }) => isReply).length).toBeGreaterThan(routes.length * 0.9);
  expect(parts.filter(({ isReply }) => !isReply).length).toBeGreaterThan(routes.length / 2);
  const refused = parts.flatMap(({ at, schema, example }) => {
    const { error } = schema.safeParse(example);
    return (error?.issues ?? []).map(({ path, message }) => `${at} ${path.join('.')}: ${message}`);
  });
  expect(refused).toEqual([]);
});

const withoutSample = (value: unknown, name: string): string[] => {
  if (typeof value === 'string') return value.startsWith(NO_SAMPLE) ? [name] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => withoutSample(each, Array.isArray(value) ? name : key));
};
test('every text of an example is a sample of its field (else: add one to samples.ts)', () => {
  expect(parts.flatMap(({ at, example }) => withoutSample(example, '').map((name) => `${at}: ${name}`))).toEqual([]);
});

test('an amount is a decimal', () => {
  const AMOUNT =
    /^(amount\w*|fee\w*|held|holdMax|paid|payable|received|refunded|refunds|credited|available|opening|closing|topUps|price|total|left|due)$/;
  const amountsOf = (value: unknown, name: string): [string, string][] => {
    if (typeof value === 'string') return AMOUNT.test(name) ? [[name, value]] : [];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, each]) => amountsOf(each, key));
  };
  const amounts = parts.flatMap(({ example }) => amountsOf(example, ''));
  expect(amounts.length).toBeGreaterThan(50);
  expect(amounts.filter(([, value]) => !/^-?\d+(\.\d+)?$/.test(value))).toEqual([]);
});
