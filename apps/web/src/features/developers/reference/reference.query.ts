import { defineRoute } from '@stablegate/contract';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../../lib/api/api';
import { referenceOf } from './reference.model';
import type { OpenApiDocument } from './reference.types';
import { componentOf } from './resolve-refs';

/** The document describes the calls and is none of them, so the contract does not list it. */
const openApiRoute = defineRoute({
  method: 'GET',
  path: '/openapi.json',
  summary: 'The calls, as OpenAPI 3.1',
  tag: 'Merchant API',
  access: 'public',
  reply: { 200: z.custom<OpenApiDocument>() },
});

const documentQuery = queryOptions({
  queryKey: ['public', 'openapi'],
  queryFn: ({ signal }) => call(openApiRoute, { signal }),
  // It only changes with a release.
  staleTime: Number.POSITIVE_INFINITY,
});

export const referenceQuery = { ...documentQuery, select: referenceOf };
/** The fields of every callback event. */
export const eventSchemaQuery = { ...documentQuery, select: (document: OpenApiDocument) => componentOf(document, 'CallbackEvent') };
