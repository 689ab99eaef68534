import { NETWORKS } from '@stablegate/rules';
import { z } from 'zod';
import { defineRoute } from '../route';

/** As the specification spells them; BEP20 is BNB Smart Chain, ERC20 is Ethereum. */
export const networkSchema = z.enum(NETWORKS);

const TX_TEMPLATE =
  'Address of a block explorer with {hash}, or {bare_hash} for the hash without 0x; absent where no explorer knows the chain';
const ADDRESS_TEMPLATE = 'The same for an address, with {address}';

/** What a payer has to know about a network, from the server's network profile. */
export const networkFactsSchema = z.object({
  chainId: z.number().int().optional().describe('Of EVM networks and TRON'),
  contract: z.string().optional().describe('The USDT contract, or its mint on Solana'),
  decimals: z.number().int().optional(),
  confirmations: z.number().int().optional().describe('With how many a payment is final'),
  finalSeconds: z.number().int().optional().describe('About how long that takes'),
  explorerTx: z.string().optional().describe(TX_TEMPLATE),
  explorerAddress: z.string().optional().describe(ADDRESS_TEMPLATE),
});
export type NetworkFacts = z.infer<typeof networkFactsSchema>;

export const networkStatusSchema = networkFactsSchema.extend({
  network: networkSchema,
  name: z.string(),
  enabled: z.boolean(),
  status: z
    .enum(['active', 'lagging', 'down', 'disabled'])
    .describe(
      'lagging: payments are found or credited late; down: nothing is read at the moment. What was paid meanwhile is found afterwards.',
    ),
  lagSeconds: z.number().int().nullable().describe('Age of the newest block that was read; null before the first one.'),
  lateSeconds: z
    .number()
    .int()
    .nullable()
    .describe('How long the oldest payment has been final without being credited; null while that is less than five minutes.'),
  blockHeight: z.number().int().nullable(),
  fee: z.string(),
  nodes: z.number().int().describe('Nodes that are configured.'),
  reachable: z.number().int().nullable().describe('Nodes that can be asked at present; null while nobody watches the network.'),
  quorum: z.number().int().describe('Nodes that have to agree before a payment counts.'),
  notes: z
    .array(z.string())
    .describe(
      'What cannot be proven at present: single_node, quorum_reduced, quorum_not_reached (payments wait), transfers_disputed (the nodes contradict each other about a payment, which waits), rate_limited, out_of_budget, key_refused, no_block_receipts, logs_unproven. About USDT itself: token_deprecated (its issuer replaced the contract), token_paused, token_fee.',
    ),
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
