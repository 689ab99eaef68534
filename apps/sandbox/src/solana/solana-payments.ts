import { randomBytes } from 'node:crypto';
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createTransactionMessage,
  getBase58Decoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Transaction,
} from '@solana/kit';
import {
  getBatchInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getMintToInstruction,
  getTransferCheckedInstruction,
  getTransferInstruction,
} from '@solana-program/token';
import { INVALID_PARAMS, RpcError } from '../chain/chain-types';
import { FAKE_MINT, SOLANA_DECIMALS, solanaPayer, tokenAccountOf, toSolanaAddress, USDT_MINT } from './solana-accounts';

export type SolanaTransfer = {
  readonly to: string;
  readonly amountRaw: bigint;
  readonly token: 'usdt' | 'fake';
  /** transferChecked, as wallets send it; or the older instruction, newly minted tokens, or one batch for all of them. */
  readonly by?: 'checked' | 'plain' | 'mint' | 'batch';
};
export type SolanaPayments = {
  readonly tokens: { readonly usdt: Address; readonly fake: Address; readonly decimals: number };
  /** All in one transaction. With `revert` its last instruction exceeds the balance, and the whole transaction fails. */
  readonly sign: (transfers: readonly SolanaTransfer[], revert?: boolean) => Promise<Transaction>;
};

const U64_MAX = 2n ** 64n - 1n;

/** Token accounts are created one by one, by another program; the token instructions after them form one batch. */
const inOneBatch = (each: readonly (readonly Instruction[])[]): Instruction[] => [
  ...each.flatMap((instructions) => instructions.slice(0, 1)),
  getBatchInstruction(each.flatMap((instructions) => instructions.slice(1)) as Parameters<typeof getBatchInstruction>[0]),
];

export async function createSolanaPayments(): Promise<SolanaPayments> {
  const payer = await solanaPayer();

  const instructionsOf = async ({ to, amountRaw, token, by = 'checked' }: SolanaTransfer): Promise<Instruction[]> => {
    if (amountRaw > U64_MAX) throw new RpcError(INVALID_PARAMS, 'a Solana amount has at most 64 bits');
    const owner = toSolanaAddress(to);
    const mint: Address = token === 'fake' ? FAKE_MINT : USDT_MINT;
    const [source, destination] = [await tokenAccountOf(payer.address, mint), await tokenAccountOf(owner, mint)];
    const create = getCreateAssociatedTokenIdempotentInstruction({ payer, owner, mint, ata: destination });
    if (by === 'mint') return [create, getMintToInstruction({ mint, token: destination, mintAuthority: payer, amount: amountRaw })];
    if (by === 'plain') return [create, getTransferInstruction({ source, destination, authority: payer, amount: amountRaw })];
    const decimals = SOLANA_DECIMALS;
    return [create, getTransferCheckedInstruction({ source, mint, destination, authority: payer, amount: amountRaw, decimals })];
  };

  return {
    tokens: { usdt: USDT_MINT, fake: FAKE_MINT, decimals: SOLANA_DECIMALS },
    sign: async (transfers, revert = false) => {
      const [first] = transfers;
      const failing = revert && first !== undefined ? [{ ...first, amountRaw: U64_MAX }] : [];
      const each = await Promise.all([...transfers, ...failing].map(instructionsOf));
      const isBatch = transfers.some(({ by }) => by === 'batch');
      const instructions = isBatch ? inOneBatch(each) : each.flat();
      // Random, so that two equal payments differ: blockhashes are not checked here.
      const blockhash = getBase58Decoder().decode(randomBytes(32)) as Blockhash;
      const message = pipe(
        createTransactionMessage({ version: 0 }),
        (draft) => setTransactionMessageFeePayerSigner(payer, draft),
        (draft) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: U64_MAX }, draft),
        (draft) => appendTransactionMessageInstructions(instructions, draft),
      );
      return signTransactionMessageWithSigners(message);
    },
  };
}
