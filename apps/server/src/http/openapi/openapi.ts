import { createHash } from 'node:crypto';
import {
  API_BASE,
  CALLBACK_EVENT_TYPES,
  CALLBACK_EVENTS,
  callbackEventSchema,
  type ErrorCode,
  errorCatalogue,
  errorReplySchema,
  exampleEvent,
  ROUTE_TAGS,
  type RouteSpec,
  type RouteTag,
  specifiedCallbackSchema,
} from '@stablegate/contract';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { brunoCollection, postmanCollection } from './collections';
import { describeRoute } from './describe';
import { exampleOf } from './examples';
import { createSchemas, inlineSchema, type Json, type Schemas } from './schemas';

function parameters(route: RouteSpec): Json[] {
  const from = (schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] => {
    if (schema === undefined) return [];
    const { properties = {}, required = [] } = inlineSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: property,
      example: exampleOf(property, name),
    }));
  };
  return [...from(route.params, 'path'), ...from(route.query, 'query')];
}

const RATE_HEADERS = {
  RateLimit: {
    description: 'What is left of the limits of this call, by name: r calls for t seconds. Absent where the operator set no limit.',
    schema: { type: 'string' },
    example: '"create-invoice";r=599;t=60',
  },
  'RateLimit-Policy': {
    description: 'The limits of this call, by name: q calls per w seconds.',
    schema: { type: 'string' },
    example: '"create-invoice";q=600;w=60',
  },
};
/** Described where programs call. */
const rateHeaders = ({ access }: RouteSpec): Json =>
  access === 'api-key'
    ? { headers: Object.fromEntries(Object.keys(RATE_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }])) }
    : {};

function successes(route: RouteSpec, schemas: Schemas): Json {
  return Object.fromEntries(
    Object.entries(route.reply).map(([status, schema]) => [
      status,
      status === '204'
        ? { description: 'Done', ...rateHeaders(route) }
        : {
            description: 'Success',
            ...rateHeaders(route),
            content: route.files === undefined ? { 'application/json': contentOf(schema, 'output', schemas) } : filesOf(route.files),
          },
    ]),
  );
}

const contentOf = (schema: z.ZodType, io: 'input' | 'output', schemas: Schemas): Json => ({
  schema: schemas.refTo(schema, io),
  example: exampleOf(inlineSchema(schema, io)),
});

const filesOf = (types: readonly string[]): Json =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));

/** Errors any route of this kind may return besides its own. */
function commonErrors(route: RouteSpec): ErrorCode[] {
  const codes: ErrorCode[] = ['rate_limited'];
  if (route.params !== undefined || route.query !== undefined) codes.push('malformed_request');
  if (route.body !== undefined) codes.push('malformed_json', 'body_too_large', 'unsupported_media_type', 'invalid_value');
  if (route.query !== undefined) codes.push('invalid_value');
  if (route.params !== undefined) codes.push('not_found');
  if (['session', 'verified', 'admin'].includes(route.access)) codes.push('not_signed_in');
  if (route.access === 'verified' || route.access === 'admin') codes.push('email_not_verified');
  if (route.access === 'admin') codes.push('forbidden');
  if (route.access === 'api-key') codes.push('invalid_api_key', 'api_key_ended', 'missing_scope', 'key_address_not_allowed');
  if (route.stepUp !== undefined) codes.push('recent_sign_in_required');
  if (route.secondFactor !== undefined || route.stepUp === 'sometimes') codes.push('second_factor_required');
  if (route.method !== 'GET' && route.access !== 'api-key') codes.push('foreign_origin');
  return codes;
}

/** The first of the codes with this status. */
function refusalExample(codes: ReadonlySet<ErrorCode>): Json {
  const [code = 'not_found'] = codes;
  return { status: 'error', code, message: errorCatalogue[code].message, requestId: '7d8f0c52-3a41-4c6e-9b1d-2f5e8a6c4b90' };
}

function failures(route: RouteSpec): Json {
  const byStatus = new Map<number, Set<ErrorCode>>();
  for (const code of [...commonErrors(route), ...(route.errors ?? [])]) {
    const status = route.statuses?.[code] ?? errorCatalogue[code].status;
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: [...codes].map((code) => `\`${code}\``).join(', '),
        ...(codes.has('rate_limited') && rateHeaders(route)),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: refusalExample(codes) } },
      },
    ]),
  );
}

function security(route: RouteSpec): Json[] {
  if (route.access === 'api-key') return [{ apiKey: [] }];
  return ['session', 'verified', 'admin'].includes(route.access) ? [{ session: [] }] : [];
}

function operation(route: RouteSpec, schemas: Schemas): Json {
  const bodyTypes = route.form === true ? ['application/x-www-form-urlencoded', 'application/json'] : ['application/json'];
  const { body } = route;
  return {
    operationId: `${route.method.toLowerCase()}${route.path.replace(/[^A-Za-z0-9]+(.)?/g, (_match, next: string | undefined) => next?.toUpperCase() ?? '')}`,
    summary: route.summary,
    description: describeRoute(route),
    tags: [route.tag],
    security: security(route),
    parameters: parameters(route),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: !body.safeParse(undefined).success,
            content: Object.fromEntries(bodyTypes.map((type) => [type, contentOf(body, 'input', schemas)])),
          },
        }),
    responses: { ...successes(route, schemas), ...failures(route) },
  };
}

const SIGNED =
  'Signed with the secret of the store or endpoint in the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, as Standard Webhooks has it.';

/** What a shop's server receives: one entry per event, and the specified body. */
function webhooks(schemas: Schemas): Json {
  const call = (operationId: string, summary: string, schema: z.ZodType, example: unknown): Json => ({
    post: {
      operationId,
      summary,
      description: SIGNED,
      tags: ['Callbacks'],
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema: schemas.refTo(schema, 'output'), example } } },
      responses: { '2XX': { description: 'Received. Anything else is tried again, 16 times in three days; 410 ends it.' } },
    },
  });
  const specified = exampleOf(inlineSchema(specifiedCallbackSchema, 'output'));
  return {
    callback: call('callback', 'Version 1: the invoice is completed or expired', specifiedCallbackSchema, specified),
    ...Object.fromEntries(
      CALLBACK_EVENT_TYPES.map((type) => [
        type,
        call(
          type.replace(/[._](\w)/g, (_all, next: string) => next.toUpperCase()),
          CALLBACK_EVENTS[type],
          callbackEventSchema,
          exampleEvent(type),
        ),
      ]),
    ),
  };
}

type DocumentOptions = {
  readonly version: string;
  readonly cookieName: string;
  readonly publicUrl: string;
  readonly supportEmail: string;
};

function openApiDocument(routes: readonly RouteSpec[], options: DocumentOptions): Json {
  const schemas = createSchemas();
  const paths: Record<string, Json> = {};
  for (const route of routes) paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, schemas) };
  const isMerchant = routes.every(({ access }) => access === 'api-key');
  const hooks = webhooks(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: isMerchant ? 'Stablegate merchant API' : 'Stablegate API',
      version: options.version,
      description: 'USDT payments straight into your own addresses.',
      contact: { name: 'Whoever runs this gateway', email: options.supportEmail },
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${options.publicUrl}${API_BASE}` }],
    tags: [...new Set<RouteTag>([...routes.map((route) => route.tag), 'Callbacks'])].map((name) => ({
      name,
      description: ROUTE_TAGS[name],
    })),
    paths,
    webhooks: hooks,
    components: {
      schemas: { ...schemas.all(), Error: inlineSchema(errorReplySchema, 'output') },
      headers: RATE_HEADERS,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
        ...(isMerchant ? {} : { session: { type: 'apiKey', in: 'cookie', name: options.cookieName } }),
      },
    },
  };
}

/** Written at the first request: describing all calls takes a tenth of a second, which a start can spare. */
function mountDocument(server: FastifyInstance, path: string, describe: () => Json): void {
  let written: { readonly text: string; readonly etag: string } | undefined;
  const write = () => {
    const text = JSON.stringify(describe());
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
  };
  server.get(`${API_BASE}${path}`, { config: { access: 'public' } }, async (_request, reply) => {
    written ??= write();
    return reply.type('application/json; charset=utf-8').header('etag', written.etag).send(written.text);
  });
}

/** All calls, those that a shop's server makes with its key alone, and these as collections to try out. */
export function mountOpenApi(server: FastifyInstance, routes: readonly RouteSpec[], options: DocumentOptions): void {
  mountDocument(server, '/openapi.json', () => openApiDocument(routes, options));
  const ofMerchants = () => routes.filter(({ access }) => access === 'api-key');
  const merchantDocument = () => openApiDocument(ofMerchants(), options);
  mountDocument(server, '/openapi-merchant.json', merchantDocument);
  mountDocument(server, '/collection.postman.json', () => postmanCollection(merchantDocument()));
  mountDocument(server, '/collection.bruno.json', () => brunoCollection(merchantDocument()));
}
