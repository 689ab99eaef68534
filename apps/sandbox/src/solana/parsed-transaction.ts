import { type Address, getBase58Decoder, getCompiledTransactionMessageDecoder, type Transaction } from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import type { InnerCall, Outcome, TokenHolding } from './solana-vm';

const TRANSFER = 3;
const TRANSFER_CHECKED = 12;

export type Message = { readonly accounts: readonly Address[]; readonly calls: readonly InnerCall[] };

/** The sandbox's programs use no address tables, so a message's accounts are complete. */
export function messageOf(transaction: Transaction): Message {
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
  if (!('instructions' in message)) throw new Error('a message without instructions');
  return {
    accounts: message.staticAccounts,
    calls: message.instructions.map(({ programAddressIndex, accountIndices, data }) => ({
      programIdIndex: programAddressIndex,
      accounts: accountIndices ?? [],
      data: new Uint8Array(data ?? []),
    })),
  };
}

const u64At = (data: Uint8Array, offset: number): string => Buffer.from(data).readBigUInt64LE(offset).toString();

/** An instruction as jsonParsed shows it: token transfers by name, everything else raw. */
function toParsed(call: InnerCall, accounts: readonly Address[]): object {
  const programId = accounts[call.programIdIndex];
  const account = (position: number) => accounts[call.accounts[position] ?? -1];
  const [kind] = call.data;
  if (programId === TOKEN_PROGRAM_ADDRESS && kind === TRANSFER && call.data.length >= 9)
    return {
      program: 'spl-token',
      programId,
      parsed: {
        type: 'transfer',
        info: { source: account(0), destination: account(1), authority: account(2), amount: u64At(call.data, 1) },
      },
    };
  if (programId === TOKEN_PROGRAM_ADDRESS && kind === TRANSFER_CHECKED && call.data.length >= 10)
    return {
      program: 'spl-token',
      programId,
      parsed: {
        type: 'transferChecked',
        info: {
          source: account(0),
          mint: account(1),
          destination: account(2),
          authority: account(3),
          tokenAmount: { amount: u64At(call.data, 1), decimals: call.data[9] },
        },
      },
    };
  return { programId, accounts: call.accounts.map((index) => accounts[index]), data: getBase58Decoder().decode(call.data) };
}

export type Holdings = readonly (TokenHolding | undefined)[];

const balancesOf = (holdings: Holdings) =>
  holdings.flatMap((holding, accountIndex) =>
    holding === undefined
      ? []
      : [
          {
            accountIndex,
            mint: holding.mint,
            owner: holding.owner,
            programId: TOKEN_PROGRAM_ADDRESS,
            uiTokenAmount: { amount: holding.amount.toString() },
          },
        ],
  );

/** The answer of getTransaction in jsonParsed encoding. */
export function parsedTransaction(
  { accounts, calls }: Message,
  { failed, inner }: Outcome,
  place: { readonly signature: string; readonly slot: number; readonly time: number },
  { before, after }: { readonly before: Holdings; readonly after: Holdings },
): object {
  return {
    slot: place.slot,
    blockTime: place.time,
    version: 0,
    meta: {
      err: failed ? { InstructionError: [0, 'Custom'] } : null,
      preTokenBalances: balancesOf(before),
      postTokenBalances: balancesOf(after),
      innerInstructions: inner.flatMap((group, index) =>
        group.length === 0 ? [] : [{ index, instructions: group.map((call) => toParsed(call, accounts)) }],
      ),
    },
    transaction: {
      signatures: [place.signature],
      message: { accountKeys: accounts.map((pubkey) => ({ pubkey })), instructions: calls.map((call) => toParsed(call, accounts)) },
    },
  };
}
