import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  callbackEventSchema,
  createdInvoiceSchema,
  errorCatalogue,
  invoiceRefundsSchema,
  merchantApi,
  merchantInvoiceSchema,
  merchantRefundsApi,
  newInvoiceSchema,
  plannedRefundSchema,
  requestedRefundSchema,
} from '@stablegate/contract';
import { compile } from 'json-schema-to-typescript';
import { z } from 'zod';

/**
 * The SDK's types and error codes, written from the contract: `npm run sdk:types`. The file is committed, because a merchant reads it and
 * the package has no dependencies; a test compares it with the contract.
 */
const FILE = join(import.meta.dirname, '../src/api-types.ts');

/** `input`: what a shop may send; `output`: what it gets. */
const TYPES = [
  ['NewInvoice', newInvoiceSchema, 'input'],
  ['CreatedInvoice', createdInvoiceSchema, 'output'],
  ['Invoice', merchantInvoiceSchema, 'output'],
  ['CallbackEvent', callbackEventSchema, 'output'],
  ['NewRefund', requestedRefundSchema, 'input'],
  ['PlannedRefund', plannedRefundSchema, 'output'],
  ['Refunds', invoiceRefundsSchema, 'output'],
] as const;

/** Every call may answer these, whatever its own errors are. */
const OF_EVERY_CALL = [
  'malformed_json',
  'invalid_api_key',
  'api_key_ended',
  'missing_scope',
  'key_address_not_allowed',
  'body_too_large',
  'unsupported_media_type',
  'invalid_value',
  'not_found',
  'rate_limited',
] as const satisfies readonly (keyof typeof errorCatalogue)[];

function refusalCodes(): string[] {
  const known = new Set<string>([
    ...OF_EVERY_CALL,
    ...Object.values({ ...merchantApi, ...merchantRefundsApi }).flatMap(({ errors }) => errors ?? []),
  ]);
  return Object.keys(errorCatalogue).filter((code) => known.has(code));
}

type JsonSchema = z.core.JSONSchema.BaseSchema;
/** A record by network holds some of them: each key is optional, none is a mere string. */
function nameKeys(schema: JsonSchema): void {
  const { propertyNames, additionalProperties: value } = schema;
  if (typeof propertyNames !== 'object' || propertyNames.enum === undefined || value === undefined) return;
  schema.properties = Object.fromEntries(propertyNames.enum.map((key) => [String(key), value]));
  delete schema.propertyNames;
  delete schema.additionalProperties;
}

async function typeText(name: string, schema: z.ZodType, io: 'input' | 'output'): Promise<string> {
  const json = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => nameKeys(jsonSchema) });
  // Answers may get further fields: a client that refuses them breaks with the next release.
  return compile({ ...json, title: name } as Parameters<typeof compile>[0], name, {
    additionalProperties: false,
    bannerComment: '',
    format: true,
    style: { singleQuote: true, printWidth: 140, semi: true },
    ignoreMinAndMaxItems: true,
  });
}

export async function generateTypes(): Promise<string> {
  const types = await Promise.all(TYPES.map(([name, schema, io]) => typeText(name, schema, io)));
  const codes = refusalCodes().map((code) => `  '${code}',`);
  return [
    '// Written by tools/generate-types.ts from the contract: change it there.',
    '',
    ...types,
    '/** The errors a shop can get and act on. A newer gateway may have more: `code` then still contains its value. */',
    'export const REFUSAL_CODES = [',
    ...codes,
    '] as const;',
    'export type RefusalCode = (typeof REFUSAL_CODES)[number];',
    '',
  ].join('\n');
}

export const committedTypes = (): string => readFileSync(FILE, 'utf8');
if (process.argv.includes('--write')) writeFileSync(FILE, await generateTypes());
