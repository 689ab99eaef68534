import type { Explorer, NetworkDescriptor } from './descriptor';

const solscanOf = (cluster: string): Explorer => ({
  tx: `https://solscan.io/tx/{hash}${cluster}`,
  address: `https://solscan.io/account/{address}${cluster}`,
});

/** Read account by account, so recipients do not apply. */
export const descriptor: NetworkDescriptor = {
  code: 'SOLANA',
  position: 5,
  family: 'solana',
  name: 'Solana',
  shortName: 'Solana',
  apiName: 'Solana (USDT)',
  tradeType: 'usdt.solana',
  mainnet: {
    genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    contract: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
    explorer: solscanOf(''),
  },
  testnet: {
    name: 'devnet',
    genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
    contract: '',
    explorer: solscanOf('?cluster=devnet'),
  },
  decimals: 6,
  finality: { tag: 'finalized' },
  minDepth: 24, // a root is 32 slots below the newest one, of which a node may show an older one
  confirmations: 32,
  blockMs: 400,
  pollMs: 3_000,
  tipMargin: 0,
  rangeMax: 1_000,
  recipientsMax: 0,
  soloProof: 'none',
  nodes: {
    urls: {
      drpc: 'https://lb.drpc.org/ogrpc?network=solana&dkey=KEY',
      chainstack: 'https://solana-mainnet.core.chainstack.com/KEY',
      helius: 'https://mainnet.helius-rpc.com/?api-key=KEY',
      quicknode: 'https://NAME.solana-mainnet.quiknode.pro/KEY',
    },
    others: 'Triton',
    note: 'the public `api.mainnet-beta.solana.com` allows 100 requests in 10 s and 40 of one method: for testing only',
  },
};
