import { z } from 'zod';
import { defineRoute } from '../route';
import { webAddressSchema } from './invoice-fields';

export const callbackTestSchema = z.object({
  outcome: z.string().describe('delivered, refused, gone, timeout, unreachable or blocked_address'),
  httpStatus: z.number().int().nullable().describe('Null when nothing was answered'),
  durationMs: z.number().int(),
  response: z.string().nullable().describe('The first 2 KiB of the answer'),
});
export type CallbackTest = z.infer<typeof callbackTestSchema>;

export const callbacksApi = {
  test: defineRoute({
    tag: 'Stores',
    access: 'verified',
    team: 'stores',
    method: 'POST',
    path: '/store/{id}/test-callback',
    limits: ['test-callback'],
    audit: { nothing: 'it only sends an example' },
    summary: 'Send a signed sample callback and see what your server answers',
    params: z.object({ id: z.string().min(1).max(64) }),
    body: z.object({ url: webAddressSchema }),
    reply: { 200: callbackTestSchema },
    errors: ['not_found', 'store_inactive', 'callback_port_refused', 'rate_limited'],
  }),
};
