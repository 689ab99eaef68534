import { NETWORKS, networksOf } from '@stablegate/rules';
import { z } from 'zod';
import type { SandboxAccounts } from '../accounts';
import { DEPLOY_BLOCK } from '../block-producer';
import type { Chain } from '../chain';
import { type ChainHead, INVALID_PARAMS, METHOD_NOT_FOUND, RpcError } from '../chain-types';
import type { SandboxContracts } from '../deploy';
import { CHAIN_ID } from '../networks';
import type { News } from '../news';
import type { Payments } from '../payments';

/** Waits for something other than an empty block. */
export const NEWS_METHOD = 'sandbox_news';

const BLOCKS_MAX = 50_000;
const TRANSFERS_MAX = 2_000;
/** One transaction may use 16.7 million gas (EIP-7825), and each joint transfer gets 100,000. */
const JOINT_TRANSFERS_MAX = 100;
const SECONDS_MAX = 10 * 366 * 86_400;

const transferSchema = z.strictObject({
  network: z.enum(NETWORKS),
  to: z.string(),
  amountRaw: z
    .string()
    .regex(/^\d{1,77}$/)
    .transform(BigInt),
  token: z.enum(['usdt', 'fake']).default('usdt'),
  from: z.string().optional(),
  owner: z.string().optional(),
});
const jointTransferSchema = transferSchema.omit({ from: true, owner: true }).extend({ innerRevert: z.boolean().default(false) });

const newsSchema = z.strictObject({ after: z.int().min(0).default(0) });
const mineSchema = z.strictObject({ blocks: z.int().min(1).max(BLOCKS_MAX).default(1) });
const reorgSchema = z.strictObject({ depth: z.int().min(1), keep: z.boolean().default(true) });
const advanceSchema = z.strictObject({ seconds: z.int().min(0).max(SECONDS_MAX) });
const batchSchema = z.strictObject({ transfers: z.array(transferSchema).min(1).max(TRANSFERS_MAX) });
const jointSchema = z.strictObject({
  transfers: z.array(jointTransferSchema).min(1).max(JOINT_TRANSFERS_MAX),
  revert: z.boolean().default(false),
  from: z.string().optional(),
});

function parse<T extends z.ZodType>(schema: T, params: unknown): z.output<T> {
  const result = schema.safeParse((Array.isArray(params) ? params[0] : params) ?? {});
  if (!result.success) throw new RpcError(INVALID_PARAMS, z.prettifyError(result.error));
  return result.data;
}

export type SandboxParts = {
  readonly chain: Chain;
  readonly accounts: SandboxAccounts;
  readonly contracts: SandboxContracts;
  readonly payments: Payments;
  readonly solanaTokens: { readonly usdt: string; readonly fake: string; readonly decimals: number };
  readonly blocksEveryMs: number | null;
  readonly news: Pick<News, 'wait'>;
};

/** The `sandbox_…` methods: parameters are one object, given as such or as the only element of an array. */
export function createSandboxMethods({ chain, accounts, contracts, payments, solanaTokens, blocksEveryMs, news }: SandboxParts) {
  const solanaToken = { contract: solanaTokens.usdt, decimals: solanaTokens.decimals };
  const solanaNetworks = Object.fromEntries(networksOf('solana').map((network) => [network, solanaToken]));
  const stateAt = (head: ChainHead) => ({ head, timeOffsetSeconds: chain.timeOffsetSeconds() });

  const methods: Record<string, (params: unknown) => Promise<unknown>> = {
    sandbox_info: async () => ({
      chainId: CHAIN_ID,
      blocksEveryMs,
      ...contracts,
      networks: { ...contracts.networks, ...solanaNetworks },
      faucet: accounts.faucet.address,
      payers: accounts.payers.map((payer) => payer.address),
      deployBlock: DEPLOY_BLOCK,
      ...stateAt(await chain.head()),
    }),
    [NEWS_METHOD]: async (params) => ({ count: await news.wait(parse(newsSchema, params).after) }),
    sandbox_mine: async (params) => stateAt(await chain.mine(parse(mineSchema, params).blocks)),
    sandbox_reorg: async (params) => {
      const { depth, keep } = parse(reorgSchema, params);
      return stateAt(await chain.reorg(depth, keep));
    },
    sandbox_advanceTime: async (params) => stateAt(await chain.advanceTime(parse(advanceSchema, params).seconds)),
    sandbox_transfer: async (params) => payments.transfer(parse(transferSchema, params)),
    sandbox_transferBatch: async (params) => {
      const mined = await Promise.all(parse(batchSchema, params).transfers.map(payments.transfer));
      return { txHashes: mined.map((transaction) => transaction.txHash), transactions: mined };
    },
    sandbox_transferJointly: async (params) => {
      const { transfers, revert, from } = parse(jointSchema, params);
      return payments.transferJointly(transfers, revert, from);
    },
  };

  return async (method: string, params: unknown): Promise<unknown> => {
    const handler = methods[method];
    if (!handler) throw new RpcError(METHOD_NOT_FOUND, `the method ${method} does not exist`);
    return handler(params);
  };
}
