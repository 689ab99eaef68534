import { NETWORK_NAMES, type Network } from '@stablegate/contract';

/** Links of a block explorer: `{hash}` stands for a transaction hash, `{bare_hash}` for it without 0x, `{address}` for an address. */
export type Explorer = { readonly tx: string; readonly address: string };

export type NetworkProfile = {
  readonly name: string;
  /** Expected answer of eth_chainId; Solana has none. */
  readonly chainId: number | undefined;
  /** Expected answer of getGenesisHash, which identifies Solana's clusters. */
  readonly genesisHash?: string;
  /** The USDT contract, or Solana's mint, in display form. */
  readonly contract: string;
  readonly decimals: number;
  /** By the node's finality tag where it has one, otherwise by this many blocks on top. */
  readonly finality: { readonly tag: string } | { readonly depth: number };
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
  /** Absent where no public explorer covers the chain, as in the sandbox. */
  readonly explorer?: Explorer;
};

const etherscanOf = (site: string): Explorer => ({ tx: `${site}/tx/{hash}`, address: `${site}/address/{address}` });
const tronscanOf = (site: string): Explorer => ({ tx: `${site}/#/transaction/{bare_hash}`, address: `${site}/#/address/{address}` });
const solscanOf = (cluster: string): Explorer => ({
  tx: `https://solscan.io/tx/{hash}${cluster}`,
  address: `https://solscan.io/account/{address}${cluster}`,
});

/**
 * geth, BNB Smart Chain's client and java-tron: 1000 values per topic in one eth_getLogs; nodes that accept fewer are asked in smaller
 * groups.
 */
const RECIPIENTS_MAX = 1_000;
const EVM = { finality: { tag: 'finalized' }, tipMargin: 1, rangeMax: 10_000, recipientsMax: RECIPIENTS_MAX, soloProof: 'none' } as const;
/** java-tron: at most 5000 blocks in one eth_getLogs; final when 19 of 27 have built on it. */
const TRON = {
  decimals: 6,
  finality: { tag: 'finalized' },
  confirmations: 20,
  blockMs: 3_000,
  pollMs: 5_000,
  tipMargin: 1,
  rangeMax: 5_000,
  recipientsMax: RECIPIENTS_MAX,
  soloProof: 'receipts-while-open',
} as const;
const BSC = { decimals: 18, confirmations: 3, blockMs: 450, pollMs: 3_500 };
/** One block of margin would be twelve seconds. */
const ETHEREUM = { decimals: 6, confirmations: 65, blockMs: 12_000, pollMs: 4_000, tipMargin: 0 };
const POLYGON = { decimals: 6, confirmations: 33, blockMs: 2_000, pollMs: 4_000 };
const SOLANA = {
  chainId: undefined,
  decimals: 6,
  finality: { tag: 'finalized' },
  confirmations: 32,
  blockMs: 400,
  pollMs: 3_000,
  tipMargin: 0,
  rangeMax: 1_000,
  recipientsMax: 0,
  soloProof: 'none',
} as const;

/** Contracts are pinned here and never read from a chain: a token's name and symbol can be copied, its address cannot. */
const mainnet: Record<Network, NetworkProfile> = {
  TRON: {
    ...TRON,
    name: NETWORK_NAMES.TRON,
    chainId: 0x2b6653dc,
    contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    explorer: tronscanOf('https://tronscan.org'),
  },
  BEP20: {
    ...EVM,
    ...BSC,
    name: NETWORK_NAMES.BEP20,
    chainId: 56,
    contract: '0x55d398326f99059fF775485246999027B3197955',
    explorer: etherscanOf('https://bscscan.com'),
  },
  ERC20: {
    ...EVM,
    ...ETHEREUM,
    name: NETWORK_NAMES.ERC20,
    chainId: 1,
    contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    explorer: etherscanOf('https://etherscan.io'),
  },
  POLYGON: {
    ...EVM,
    ...POLYGON,
    name: NETWORK_NAMES.POLYGON,
    chainId: 137,
    contract: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    explorer: etherscanOf('https://polygonscan.com'),
  },
  SOLANA: {
    ...SOLANA,
    name: NETWORK_NAMES.SOLANA,
    genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    contract: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
    explorer: solscanOf(''),
  },
};

/** Where a test network has no common USDT, the contract has to be configured. */
const testnet: Record<Network, NetworkProfile> = {
  TRON: {
    ...mainnet.TRON,
    chainId: 0xcd8690dc,
    contract: 'TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj',
    explorer: tronscanOf('https://nile.tronscan.org'),
  },
  BEP20: {
    ...mainnet.BEP20,
    chainId: 97,
    contract: '0x337610d27c682E347C9cD60BD4b3b107C9d34dDd',
    explorer: etherscanOf('https://testnet.bscscan.com'),
  },
  ERC20: {
    ...mainnet.ERC20,
    chainId: 11_155_111,
    contract: '0xf02d1AF3c9Ec13f4E9E986f2de75dA96D75a57B0',
    explorer: etherscanOf('https://sepolia.etherscan.io'),
  },
  POLYGON: { ...mainnet.POLYGON, chainId: 80_002, contract: '', explorer: etherscanOf('https://amoy.polygonscan.com') },
  SOLANA: {
    ...mainnet.SOLANA,
    genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
    contract: '',
    explorer: solscanOf('?cluster=devnet'),
  },
};

export const PROFILES = { mainnet, testnet } as const;
