import { z } from 'zod';
import { emptyReply, timeSchema } from '../common';
import { defineRoute } from '../route';
import { CALLBACK_VERSIONS, callbackEventTypeSchema, EVENTS_OF_VERSION_1, TEST_EVENT } from './callback-events';
import { callbackTestSchema } from './callbacks';
import { webAddressSchema } from './invoice-fields';

export const ENDPOINTS_MAX = 10;
/** The id of the endpoint that every store has: the callback_url of each invoice. */
export const DEFAULT_ENDPOINT = 'default';

export const callbackEndpointSchema = z.object({
  id: z.string().describe('default: the callback_url of each invoice'),
  url: z.string().nullable().describe('null for the default endpoint: each invoice names its own'),
  version: z
    .enum(CALLBACK_VERSIONS)
    .describe('1: the specified body · 2: with type, amounts, network, flags and metadata, without api_key'),
  events: z.array(callbackEventTypeSchema),
  enabled: z.boolean(),
  secret: z.string().describe('Signs what is sent there; the default endpoint has the store’s callback secret'),
  secretExposed: z.boolean().describe('To reset: the owner reported a change that was not theirs, and whoever made it may know the secret'),
  createdAt: timeSchema.nullable().describe('null for a default endpoint that was never changed'),
});
export type CallbackEndpoint = z.infer<typeof callbackEndpointSchema>;

const EVENTS_RULE = 'Please choose at least one event.';
const VERSION_RULE = 'Version 1 knows two events only: invoice.completed and invoice.expired.';
const choices = {
  version: z.enum(CALLBACK_VERSIONS),
  events: z.array(callbackEventTypeSchema).min(1, EVENTS_RULE).max(callbackEventTypeSchema.options.length),
  enabled: z.boolean().default(true),
};
type Choices = { readonly version: string; readonly events: readonly string[] };
const fitsVersion = ({ version, events }: Choices): boolean =>
  version !== '1' || events.every((event) => (EVENTS_OF_VERSION_1 as readonly string[]).includes(event));
const unfit = { path: ['events'], error: VERSION_RULE };

export const newEndpointSchema = z.object({ url: webAddressSchema, ...choices }).refine(fitsVersion, unfit);
export type NewEndpoint = z.infer<typeof newEndpointSchema>;
export const endpointChangeSchema = z
  .object({ url: webAddressSchema.nullable().describe('null for the default endpoint'), ...choices })
  .refine(fitsVersion, unfit);
export type EndpointChange = z.infer<typeof endpointChangeSchema>;

const storeParams = z.object({ id: z.string().min(1).max(64) });
const params = storeParams.extend({ endpointId: z.string().min(1).max(64) });
const common = { tag: 'Callbacks', access: 'verified' } as const;
const changing = { ...common, team: 'secrets', stepUp: true, secondFactor: 'keys' } as const;

export const endpointsApi = {
  list: defineRoute({
    ...common,
    team: 'read',
    secret: true,
    method: 'GET',
    path: '/store/{id}/endpoints',
    summary: 'Where a store gets its callbacks: the default endpoint, then its own in the order they were added',
    params: storeParams,
    reply: { 200: z.array(callbackEndpointSchema) },
  }),
  create: defineRoute({
    ...changing,
    secret: true,
    method: 'POST',
    path: '/store/{id}/endpoints',
    limits: ['create-key'],
    audit: 'callback-endpoint.added',
    summary: 'Add an endpoint that gets the chosen events of every invoice of the store',
    params: storeParams,
    body: newEndpointSchema,
    reply: { 201: callbackEndpointSchema },
    errors: ['callback_port_refused', 'too_many_endpoints', 'store_inactive'],
  }),
  change: defineRoute({
    ...changing,
    secret: true,
    method: 'PUT',
    path: '/store/{id}/endpoints/{endpointId}',
    audit: 'callback-endpoint.changed',
    summary: 'Change an endpoint; what already waits for it is sent as it was decided',
    params,
    body: endpointChangeSchema,
    reply: { 200: callbackEndpointSchema },
    errors: ['callback_port_refused', 'store_inactive'],
  }),
  remove: defineRoute({
    ...changing,
    method: 'DELETE',
    path: '/store/{id}/endpoints/{endpointId}',
    audit: 'callback-endpoint.removed',
    summary: 'Remove an endpoint; nothing more is sent there',
    params,
    reply: { 204: emptyReply },
    errors: ['store_inactive'],
  }),
  refreshSecret: defineRoute({
    ...changing,
    secret: true,
    method: 'POST',
    path: '/store/{id}/endpoints/{endpointId}/refresh-secret',
    limits: ['create-key'],
    audit: 'callback-secret.renewed',
    summary: 'A new secret for an endpoint; the old one signs beside it for 24 hours',
    params,
    reply: { 200: z.object({ secret: z.string() }) },
    errors: ['store_inactive'],
  }),
  example: defineRoute({
    ...common,
    team: 'stores',
    method: 'POST',
    path: '/store/{id}/endpoints/{endpointId}/example',
    limits: ['test-callback'],
    audit: { nothing: 'it only sends an example' },
    summary: 'Send an example of an event, signed and marked as a test, and see what the endpoint answers',
    params,
    body: z.object({
      type: z.enum([...callbackEventTypeSchema.options, TEST_EVENT]).default(TEST_EVENT),
      url: webAddressSchema.optional().describe('For the default endpoint, which has no address of its own'),
    }),
    reply: { 200: callbackTestSchema },
    errors: ['callback_port_refused', 'store_inactive', 'rate_limited'],
  }),
};
