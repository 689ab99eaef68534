import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { base58 } from '@scure/base';
import { afterAll } from 'vitest';
import { PROFILES } from '../src/config-network-profiles';
import type { NetworkSettings } from '../src/config-networks';
import { associatedTokenAccount, TOKEN_PROGRAM } from '../src/modules/chains/adapters/solana/token-account';

export const MINT = PROFILES.mainnet.SOLANA.contract;
export const keyOf = (name: string): string => base58.encode(createHash('sha256').update(name).digest());
const PAYER = keyOf('payer');

type Payment = {
  readonly to: string;
  /** One transfer instruction each. */
  readonly parts: readonly bigint[];
  /** Called by another program instead of standing in the transaction itself. */
  readonly inner?: boolean;
  readonly checked?: boolean;
  readonly failed?: boolean;
  /** Moves the balance without an instruction that can be parsed. */
  readonly opaque?: boolean;
  readonly mint?: string;
};
type Entry = { signature: string; slot: number; time: number; account: string; err: unknown; body: object };
type Call = { id: number; method: string; params: [never, never] };
const FINAL_SLOTS = 3;

function bodyOf(payment: Payment, account: string, before: bigint, slot: number, time: number, signature: string): object {
  const source = associatedTokenAccount(PAYER, MINT);
  const mint = payment.mint ?? MINT;
  const total = payment.parts.reduce((sum, part) => sum + part, 0n);
  const transfers = payment.parts.map((part) => ({
    programId: TOKEN_PROGRAM,
    parsed: payment.checked
      ? { type: 'transferChecked', info: { source, destination: account, authority: PAYER, mint, tokenAmount: { amount: `${part}` } } }
      : { type: 'transfer', info: { source, destination: account, authority: PAYER, amount: `${part}` } },
  }));
  const foreign = { programId: keyOf('program'), accounts: [], data: '' };
  const balance = (accountIndex: number, owner: string, amount: bigint) => ({
    accountIndex,
    mint,
    owner,
    programId: TOKEN_PROGRAM,
    uiTokenAmount: { amount: amount.toString() },
  });
  const isHidden = payment.inner === true || payment.opaque === true;
  return {
    slot,
    blockTime: time,
    meta: {
      err: payment.failed ? { InstructionError: [0, 'Custom'] } : null,
      preTokenBalances: [balance(0, PAYER, 10n ** 15n), ...(before > 0n ? [balance(1, payment.to, before)] : [])],
      postTokenBalances: [balance(0, PAYER, 10n ** 15n - total), balance(1, payment.to, before + (payment.failed ? 0n : total))],
      innerInstructions: payment.inner ? [{ index: 0, instructions: transfers }] : [],
    },
    transaction: {
      signatures: [signature],
      message: {
        accountKeys: [source, account, PAYER].map((pubkey) => ({ pubkey })),
        instructions: isHidden ? [foreign] : transfers,
      },
    },
  };
}

/** As much of a Solana node as a scanner asks: slots, signatures of an account, transactions, the mint. */
export async function startSolanaNode() {
  let slot = 1_000;
  const entries: Entry[] = [];
  const held = new Map<string, bigint>();
  const calls = new Map<string, number>();
  const slotAt = (commitment: unknown) => (commitment === 'finalized' ? slot - FINAL_SLOTS : slot);

  const pay = (payment: Payment): string => {
    slot += 1;
    const account = associatedTokenAccount(payment.to, MINT);
    const signature = base58.encode(createHash('sha512').update(`${slot}:${entries.length}`).digest());
    const before = held.get(account) ?? 0n;
    const time = Math.floor(Date.now() / 1000);
    const body = bodyOf(payment, account, before, slot, time, signature);
    if (payment.failed !== true) held.set(account, before + payment.parts.reduce((sum, part) => sum + part, 0n));
    entries.push({ signature, slot, time, account, err: payment.failed ? {} : null, body });
    return signature;
  };
  const methods: Record<string, (params: [never, never]) => unknown> = {
    getSlot: ([options]: [{ commitment: string }, never]) => slotAt(options.commitment),
    getBlockTime: () => Math.floor(Date.now() / 1000),
    getAccountInfo: () => ({ value: { owner: TOKEN_PROGRAM, data: { parsed: { info: { decimals: 6 } } } } }),
    getSignaturesForAddress: ([account, options]: [string, { until?: string; before?: string; limit: number }]) => {
      const own = entries.filter((entry) => entry.account === account).reverse();
      const start = options.before === undefined ? 0 : own.findIndex(({ signature }) => signature === options.before) + 1;
      const end = own.findIndex(({ signature }) => signature === options.until);
      return own
        .slice(start, end === -1 ? undefined : end)
        .slice(0, options.limit)
        .map(({ signature, slot: at, err, time }) => ({ signature, slot: at, err, blockTime: time }));
    },
    getTransaction: ([signature, options]: [string, { commitment: string }]) =>
      entries.find((entry) => entry.signature === signature && entry.slot <= slotAt(options.commitment))?.body ?? null,
  };
  const answer = ({ id, method, params }: Call) => {
    calls.set(method, (calls.get(method) ?? 0) + 1);
    return { jsonrpc: '2.0', id, result: methods[method]?.(params) };
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const parsed = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[];
      response.end(JSON.stringify(Array.isArray(parsed) ? parsed.map(answer) : answer(parsed)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const settings: NetworkSettings = {
    ...PROFILES.mainnet.SOLANA,
    network: 'SOLANA',
    enabled: true,
    endpoints: [{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }],
    pollMs: 50,
    ratePerSecond: 1_000,
    quorum: 1,
    requestTimeoutMs: 2_000,
  };
  return {
    settings,
    pay,
    calls,
    advance: (slots: number) => {
      slot += slots;
    },
    /** The last transaction never happened. */
    forget: () => entries.pop(),
  };
}
