import type { NetworkFamily } from './family';
import type { OWN_NODE, ProviderCode } from './providers';

export type { NetworkFamily } from './family';

/** Links of a block explorer: `{hash}` stands for a transaction hash, `{bare_hash}` for it without 0x, `{address}` for an address. */
export type Explorer = { readonly tx: string; readonly address: string };

/** What differs between a network and its test network. */
export type ChainFacts = {
  /** Expected answer of eth_chainId; Solana has none. */
  readonly chainId?: number;
  /** Expected answer of getGenesisHash, which identifies Solana's clusters. */
  readonly genesisHash?: string;
  /**
   * The USDT contract, or Solana's mint, in display form. Pinned here and never read from a chain: a token's name and symbol can be copied,
   * its address cannot. Empty where a test network has no common USDT: it has to be configured.
   */
  readonly contract: string;
  /** Absent where no public explorer covers the chain. */
  readonly explorer?: Explorer;
};

/** How a network is read; each may be overridden by the configuration. */
export type ReadingFacts = {
  /** Of the USDT contract. */
  readonly decimals: number;
  /** By the node's finality tag where it has one, otherwise by this many blocks on top. */
  readonly finality: { readonly tag: string } | { readonly depth: number };
  /**
   * Blocks on top of a payment before it can be final, whatever a node's tag says: a wrong answer credits nothing in the newest block.
   * Not more than the protocol needs at its best, so that it delays no payment.
   */
  readonly minDepth: number;
  /** What the payment page counts towards; with a finality tag the tag decides. */
  readonly confirmations: number;
  readonly blockMs: number;
  /**
   * Poll interval while an invoice is open. With the margin at the tip a payment is seen within 10 s of its block; ADR 23 counts the calls.
   */
  readonly pollMs: number;
  /** Blocks at the tip left for the next poll: nodes behind one address differ by about as much. */
  readonly tipMargin: number;
  readonly rangeMax: number;
  /** Recipients per filter and call; up to four such calls, beyond that all transfers of the contract are read. */
  readonly recipientsMax: number;
  /**
   * What proves a single node's answer complete: the blocks' bloom filters, or their receipts. TRON's blooms are all zero, but one call
   * returns a block's receipts. None: the logs are read again later, and the status reports that nothing is proven.
   */
  readonly soloProof: 'bloom' | 'receipts' | 'receipts-while-open' | 'none';
};

/** Everything that is known about one network. `npm run networks` writes the lists, the settings and the documents that follow from it. */
export type NetworkDescriptor = ReadingFacts & {
  /** In the API, in the names of settings (`TRON_RPC_URLS`) and in the database; capital letters and digits. */
  readonly code: string;
  /** In every list. A new network gets the next number: the sandbox deploys its token at that place. */
  readonly position: number;
  readonly family: NetworkFamily;
  /** As exchanges print it, with the standard in brackets where the name does not include it. A proper name: the same in every language. */
  readonly name: string;
  /** As documents call it. */
  readonly shortName: string;
  /** On the page for developers; the first three as the specification words them. */
  readonly apiName: string;
  /** `trade_type` of plugins written for Epusdt, as BEpusdt names it. */
  readonly tradeType: string;
  /** The payment page begins with it, and the sandbox pays on it; one network has it. */
  readonly isPreselected?: true;
  readonly mainnet: ChainFacts;
  readonly testnet: ChainFacts & { readonly name: string };
  /** For operators: the table and the example of docs/deploy/chains.md. */
  readonly nodes: {
    /** Address of a node at each provider that has the network; KEY and NAME stand for what the provider shows. */
    readonly urls: Readonly<Partial<Record<ProviderCode | typeof OWN_NODE, string>>>;
    /** Providers whose plans are not described, and other ways. */
    readonly others: string;
    readonly note: string;
    /** Of the free set-up too, whose accounts do not carry more networks. */
    readonly isInFreeSetup?: true;
  };
};

export const etherscanOf = (site: string): Explorer => ({ tx: `${site}/tx/{hash}`, address: `${site}/address/{address}` });

/**
 * geth, BNB Smart Chain's client and java-tron: 1000 values per topic in one eth_getLogs; nodes that accept fewer are asked in smaller
 * groups.
 */
export const RECIPIENTS_MAX = 1_000;

/** Common to EVM networks, unless one states otherwise. */
export const EVM = {
  family: 'evm',
  finality: { tag: 'finalized' },
  tipMargin: 1,
  rangeMax: 10_000,
  recipientsMax: RECIPIENTS_MAX,
  soloProof: 'none',
} as const;
