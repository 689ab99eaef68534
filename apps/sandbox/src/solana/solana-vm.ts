import { type Address, address, type KeyPairSigner, lamports, type Transaction } from '@solana/kit';
import {
  AccountState,
  getMintEncoder,
  getMintSize,
  getTokenDecoder,
  getTokenEncoder,
  getTokenSize,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { FAKE_MINT, SOLANA_DECIMALS, tokenAccountOf, USDT_MINT } from './solana-accounts';

export type TokenHolding = { readonly mint: Address; readonly owner: Address; readonly amount: bigint };
export type InnerCall = { readonly programIdIndex: number; readonly accounts: readonly number[]; readonly data: Uint8Array };
export type Outcome = { readonly failed: boolean; readonly inner: readonly (readonly InnerCall[])[] };
export type SolanaVm = {
  readonly run: (transaction: Transaction) => Outcome;
  /** Without running it: what a node finds before it accepts a transaction. */
  readonly wouldFail: (transaction: Transaction) => boolean;
  /** The balance of a token account; undefined where there is none. */
  readonly holdingOf: (account: Address) => TokenHolding | undefined;
};

/** A trillion dollars, and fees for more transactions than a sandbox will see. */
const PAYER_TOKENS = 10n ** 18n;
const SYSTEM_PROGRAM = address('11111111111111111111111111111111');
const PAYER_LAMPORTS = 10n ** 18n;

/**
 * A Solana virtual machine with the real token programs. Blockhashes and duplicates are not checked: a journaled transaction has to run
 * again at the next start, whatever the newest blockhash is then.
 */
export async function createSolanaVm(payer: KeyPairSigner): Promise<SolanaVm> {
  const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n);
  const put = (account: Address, data: Uint8Array) =>
    svm.setAccount({
      address: account,
      data,
      executable: false,
      lamports: lamports(svm.minimumBalanceForRentExemption(BigInt(data.length))),
      programAddress: TOKEN_PROGRAM_ADDRESS,
      space: BigInt(data.length),
    });
  svm.setAccount({
    address: payer.address,
    data: new Uint8Array(),
    executable: false,
    lamports: lamports(PAYER_LAMPORTS),
    programAddress: SYSTEM_PROGRAM,
    space: 0n,
  });
  for (const mint of [USDT_MINT, FAKE_MINT]) {
    put(
      mint,
      new Uint8Array(
        getMintEncoder().encode({
          mintAuthority: payer.address,
          supply: PAYER_TOKENS,
          decimals: SOLANA_DECIMALS,
          isInitialized: true,
          freezeAuthority: null,
        }),
      ).subarray(0, getMintSize()),
    );
    const held = {
      mint,
      owner: payer.address,
      amount: PAYER_TOKENS,
      delegate: null,
      state: AccountState.Initialized,
      isNative: null,
      delegatedAmount: 0n,
      closeAuthority: null,
    };
    put(await tokenAccountOf(payer.address, mint), new Uint8Array(getTokenEncoder().encode(held)));
  }
  return {
    run: (transaction) => {
      const result = svm.sendTransaction(transaction);
      const failed = result instanceof FailedTransactionMetadata;
      const calls = (failed ? result.meta() : result).innerInstructions();
      const inner = calls.map((group) =>
        group.map((call) => {
          const instruction = call.instruction();
          return {
            programIdIndex: instruction.programIdIndex(),
            accounts: [...instruction.accounts()],
            data: new Uint8Array(instruction.data()),
          };
        }),
      );
      return { failed, inner };
    },
    wouldFail: (transaction) => svm.simulateTransaction(transaction) instanceof FailedTransactionMetadata,
    holdingOf: (holder) => {
      const account = svm.getAccount(holder);
      if (!account.exists || account.programAddress !== TOKEN_PROGRAM_ADDRESS || account.data.length !== getTokenSize()) return undefined;
      const { mint, owner, amount } = getTokenDecoder().decode(account.data);
      return { mint, owner, amount };
    },
  };
}
