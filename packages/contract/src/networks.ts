import { z } from 'zod';
import { defineRoute } from './route';

/** As the specification spells them; BEP20 is BNB Smart Chain, ERC20 is Ethereum. */
export const NETWORKS = ['TRON', 'BEP20', 'ERC20', 'POLYGON', 'SOLANA'] as const;
export const networkSchema = z.enum(NETWORKS);
export type Network = z.infer<typeof networkSchema>;

export const networkStatusSchema = z.object({
  network: networkSchema,
  name: z.string(),
  enabled: z.boolean(),
  status: z
    .enum(['active', 'lagging', 'down', 'disabled'])
    .describe('lagging: payments are found late; down: nothing is read at the moment. What was paid meanwhile is found afterwards.'),
  lagSeconds: z.number().int().nullable().describe('Age of the newest block that was read; null before the first one.'),
  blockHeight: z.number().int().nullable(),
  fee: z.string(),
});
export type NetworkStatus = z.infer<typeof networkStatusSchema>;

export const networksApi = {
  list: defineRoute({
    method: 'GET',
    path: '/networks',
    summary: 'The networks on which payments are accepted, and how far each of them is read',
    tag: 'Stores',
    access: 'public',
    reply: { 200: z.array(networkStatusSchema) },
  }),
};
