import { PROFILES } from '../../../src/config-network-profiles';
import { associatedTokenAccount } from '../../../src/modules/chains/adapters/solana/accounts/token-account';
import { createChance } from '../../seeded';
import type { NodeState, TrueTransfer } from '../node-types';
import { draftTransaction, type Holdings, keyOf, opsOf, signatureOf } from './solana-build';
import { solanaMethods } from './solana-methods';
import type {
  PlacedTransaction,
  SlotContent,
  SolanaBlock,
  SolanaChain,
  SolanaChainOptions,
  SolanaTransaction,
  SolanaTransactionInput,
} from './solana-types';

type Branch = { readonly blocks: SolanaBlock[]; readonly bySlot: Map<number, SolanaBlock> };
const MAIN = 'main';
const MAINNET_GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

function copyOf(branch: Branch, lastSlot: number): Branch {
  const blocks = branch.blocks.filter(({ slot }) => slot <= lastSlot);
  return { blocks, bySlot: new Map(blocks.map((block) => [block.slot, block])) };
}

const truthOf = (block: SolanaBlock, mint: string, ownerOf: (account: string) => string): TrueTransfer[] =>
  block.transactions
    .filter(({ failed }) => !failed)
    .flatMap(({ signature, instructions }) =>
      opsOf(instructions).map((op, logIndex) => ({
        op,
        row: { network: 'SOLANA' as const, txHash: signature, logIndex, block: block.slot },
      })),
    )
    .filter(({ op }) => op.mint === mint && op.source !== op.destination)
    .map(({ op, row }) => ({ ...row, from: ownerOf(op.source), to: ownerOf(op.destination), raw: op.raw }));

/** Solana in memory: slots, token accounts and transactions as the token program would produce them. Nothing is signed or executed. */
export function createSimulatedSolana(options: SolanaChainOptions = {}): SolanaChain {
  const { seed = 1, finalityDepth = 32, startSlot = 5_000, now = Date.now } = options;
  const { contract: mint, decimals } = PROFILES.mainnet.SOLANA;
  const chance = createChance(seed);
  const branches = new Map<string, Branch>([[MAIN, { blocks: [], bySlot: new Map() }]]);
  const places = new Map<string, PlacedTransaction[]>();
  const mentions = new Map<string, PlacedTransaction[]>();
  const holdings: Holdings = new Map();
  const accounts = new Map<string, string>();
  let made = 0;
  let named = 0;

  const branchOf = (name = MAIN): Branch => {
    const found = branches.get(name);
    if (found === undefined) throw new Error(`there is no branch ${name}`);
    return found;
  };
  const tokenAccountOf = (owner: string, of = mint): string => {
    const account = accounts.get(`${owner}:${of}`) ?? associatedTokenAccount(owner, of);
    accounts.set(`${owner}:${of}`, account);
    return account;
  };
  const apply = ({ failed, balances }: SolanaTransaction, sign: 1n | -1n): void => {
    if (failed) return;
    for (const { account, owner, mint: of, before = 0n, after } of balances) {
      const amount = (holdings.get(account)?.amount ?? 0n) + sign * (after - before);
      holdings.set(account, { owner, mint: of, amount });
    }
  };
  const toTransaction = (input: SolanaTransactionInput): SolanaTransaction => {
    made += 1;
    const payer = keyOf('payer', seed, chance.whole(0, 50));
    const draft = draftTransaction(input, { holdings, payer, mint, tokenAccountOf });
    const version = input.version ?? chance.pick(['legacy', 0] as const);
    const transaction = { signature: signatureOf('transaction', seed, made), version, failed: input.failed ?? false, ...draft };
    apply(transaction, 1n);
    return transaction;
  };
  const append = (branch: Branch, transactions: readonly SolanaTransaction[], timeMs: number, slot: number): SolanaBlock => {
    const parent = branch.blocks.at(-1);
    made += 1;
    const block: SolanaBlock = {
      slot,
      parentSlot: parent?.slot ?? slot - 1,
      height: (parent?.height ?? 0) + 1,
      blockhash: keyOf('block', seed, slot, made),
      previousBlockhash: parent?.blockhash ?? keyOf('block', seed, 'before'),
      timeMs: Math.max(timeMs, parent?.timeMs ?? 0),
      transactions,
    };
    branch.blocks.push(block);
    branch.bySlot.set(slot, block);
    for (const [index, transaction] of transactions.entries()) {
      const placed = { transaction, block, index };
      places.set(transaction.signature, [...(places.get(transaction.signature) ?? []), placed]);
      for (const account of transaction.accountKeys) {
        const list = mentions.get(account) ?? [];
        list.push(placed);
        mentions.set(account, list);
      }
    }
    return block;
  };
  const mine = ({ transfers = [], transactions = [], timeMs = now(), skip = 0, on }: SlotContent = {}): SolanaBlock => {
    const branch = branchOf(on);
    const inputs = [...transactions, ...transfers.map((transfer) => ({ transfers: [transfer] }))];
    const slot = (branch.blocks.at(-1)?.slot ?? startSlot - 1) + 1 + skip;
    return append(branch, inputs.map(toTransaction), timeMs, slot);
  };
  const ownerOf = (account: string): string => holdings.get(account)?.owner ?? '';
  mine();

  const chain: SolanaChain = {
    network: 'SOLANA',
    path: '/',
    mint,
    decimals,
    genesis: MAINNET_GENESIS,
    finalityDepth,
    startSlot,
    now,
    mine,
    mineMany: (count) => {
      for (let mined = 0; mined < count; mined += 1) mine();
    },
    pay: (to, raw, more = {}) => {
      const block = mine({ transactions: [{ transfers: [{ to, raw }], ...more }] });
      return { txHash: block.transactions[0]?.signature ?? '', block };
    },
    fork: (depth, { keep = true } = {}) => {
      const old = branchOf();
      named += 1;
      const name = `branch-${named}`;
      branches.set(name, old);
      const lastSlot = chain.head().slot - depth;
      const next = copyOf(old, lastSlot);
      branches.set(MAIN, next);
      const isKept = typeof keep === 'function' ? keep : () => keep;
      const removed = old.blocks.filter((block) => block.slot > lastSlot).flatMap(({ transactions }) => transactions);
      for (const transaction of removed.filter((one) => !isKept(one))) apply(transaction, -1n);
      const slot = (old.blocks.at(-1)?.slot ?? startSlot) + 1;
      append(next, removed.filter(isKept), now(), slot);
      return name;
    },
    land: (signature) => {
      const transaction = places.get(signature)?.at(-1)?.transaction;
      if (transaction === undefined) throw new Error(`there is no transaction ${signature}`);
      apply(transaction, 1n);
      return append(branchOf(), [transaction], now(), chain.head().slot + 1);
    },
    head: (name) => {
      const block = branchOf(name).blocks.at(-1);
      if (block === undefined) throw new Error('a branch without blocks');
      return block;
    },
    blocks: (name) => branchOf(name).blocks,
    blockAt: (slot, name) => branchOf(name).bySlot.get(slot),
    placesOf: (signature) => places.get(signature) ?? [],
    mentionsOf: (account) => mentions.get(account) ?? [],
    tokenAccountOf,
    holdingOf: (account) => holdings.get(account),
    holdingsOf: (owner) => [...holdings].flatMap(([account, held]) => (held.owner === owner ? [{ account, ...held }] : [])),
    truth: () => branchOf().blocks.flatMap((block) => truthOf(block, mint, ownerOf)),
    methodsOf: (node: NodeState) => solanaMethods(chain, node),
  };
  return chain;
}
