import { z } from 'zod';
import { RpcError } from '../../rpc/rpc-errors';

/** Digits only: u64 amounts do not fit a JSON number. */
const amount = z.string().regex(/^\d{1,20}$/);
const slot = z.int().min(0);

const tokenBalance = z.object({
  accountIndex: z.int().min(0),
  mint: z.string(),
  owner: z.string().optional(),
  programId: z.string().optional(),
  uiTokenAmount: z.object({ amount }),
});
export type TokenBalance = z.infer<typeof tokenBalance>;

/** Without `parsed` the node could not parse it and returns accounts and base58 data. */
const instruction = z.object({
  programId: z.string(),
  parsed: z.unknown().optional(),
  accounts: z.array(z.string()).optional(),
  data: z.string().optional(),
});
export type Instruction = z.infer<typeof instruction>;

const transaction = z.object({
  slot,
  blockTime: z.int().nullable(),
  meta: z.object({
    err: z.unknown(),
    preTokenBalances: z.array(tokenBalance).nullish(),
    postTokenBalances: z.array(tokenBalance).nullish(),
    innerInstructions: z.array(z.object({ index: z.int(), instructions: z.array(instruction) })).nullish(),
    loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).nullish(),
  }),
  transaction: z.object({
    signatures: z.array(z.string()).min(1),
    message: z.object({
      accountKeys: z.array(z.object({ pubkey: z.string(), source: z.string().nullish() })),
      instructions: z.array(instruction),
    }),
  }),
});
export type SolanaTransaction = z.infer<typeof transaction>;

const signature = z.object({ signature: z.string().min(64).max(90), slot, err: z.unknown(), blockTime: z.int().nullish() });
export type SignatureInfo = z.infer<typeof signature>;

const mintAccount = z.object({
  value: z.object({ owner: z.string(), data: z.object({ parsed: z.object({ info: z.object({ decimals: z.int() }) }) }) }).nullable(),
});

function decode<T extends z.ZodType>(schema: T, value: unknown, what: string): z.output<T> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new RpcError('garbage', `${what} has another form than expected`);
  return parsed.data;
}

/** Null while the node does not have it at the requested commitment. */
export const decodeTransaction = (value: unknown): SolanaTransaction | null =>
  value === null ? null : decode(transaction, value, 'a transaction');
export const decodeSignatures = (value: unknown): SignatureInfo[] => decode(z.array(signature), value, 'a list of signatures');
export const decodeBlockhash = (value: unknown): string =>
  decode(z.object({ value: z.object({ blockhash: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/) }) }), value, 'a blockhash').value
    .blockhash;
export const decodeSlot = (value: unknown): number => decode(slot, value, 'a slot');
export const decodeBlockTime = (value: unknown): Date => new Date(decode(z.int(), value, 'the time of a slot') * 1000);
export const decodeMint = (value: unknown) => decode(mintAccount, value, 'the mint').value;
/** Null where the node's whole history has no status of the signature. */
export const decodeStatuses = (value: unknown) =>
  decode(z.object({ value: z.array(z.looseObject({ slot }).nullable()) }), value, 'a status').value;
export const decodeBlocks = (value: unknown): number[] => decode(z.array(slot), value, 'a list of blocks');
/** Null while the node does not have the block. */
export const decodeBlockSignatures = (value: unknown): string[] | null =>
  decode(z.object({ signatures: z.array(z.string()) }).nullable(), value, 'the signatures of a block')?.signatures ?? null;

const tokenAccount = z.object({
  pubkey: z.string(),
  account: z.object({
    owner: z.string(),
    data: z.object({ parsed: z.object({ info: z.object({ mint: z.string(), owner: z.string(), tokenAmount: z.object({ amount }) }) }) }),
  }),
});
export const decodeTokenAccounts = (value: unknown) =>
  decode(z.object({ value: z.array(tokenAccount) }), value, 'a list of token accounts').value.map(({ pubkey, account }) => {
    const { mint, owner, tokenAmount } = account.data.parsed.info;
    return { pubkey, account: { owner: account.owner, info: { mint, owner, amount: BigInt(tokenAmount.amount) } } };
  });
