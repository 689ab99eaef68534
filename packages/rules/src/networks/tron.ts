import { type Explorer, type NetworkDescriptor, RECIPIENTS_MAX } from './descriptor';

const tronscanOf = (site: string): Explorer => ({ tx: `${site}/#/transaction/{bare_hash}`, address: `${site}/#/address/{address}` });

/** java-tron: at most 5000 blocks in one eth_getLogs; final when 19 of 27 have built on it. */
export const descriptor: NetworkDescriptor = {
  code: 'TRON',
  position: 1,
  family: 'tron',
  name: 'Tron (TRC20)',
  shortName: 'TRON',
  apiName: 'TRON (USDT-TRC20)',
  tradeType: 'usdt.trc20',
  mainnet: {
    chainId: 0x2b6653dc,
    contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    explorer: tronscanOf('https://tronscan.org'),
  },
  testnet: {
    name: 'Nile',
    chainId: 0xcd8690dc,
    contract: 'TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj',
    explorer: tronscanOf('https://nile.tronscan.org'),
  },
  decimals: 6,
  finality: { tag: 'finalized' },
  minDepth: 18, // 19 different producers, the block's own included
  confirmations: 20,
  blockMs: 3_000,
  pollMs: 5_000,
  tipMargin: 1,
  rangeMax: 5_000,
  recipientsMax: RECIPIENTS_MAX,
  soloProof: 'receipts-while-open',
  nodes: {
    urls: {
      trongrid: 'https://api.trongrid.io/jsonrpc|TRON-PRO-API-KEY: KEY',
      chainstack: 'https://tron-mainnet.core.chainstack.com/KEY/jsonrpc',
      quicknode: 'https://NAME.tron-mainnet.quiknode.pro/KEY/jsonrpc',
      own: 'http://127.0.0.1:8545/jsonrpc',
    },
    others: 'Ankr',
    note: 'without a key TronGrid blocks you for 30 s at a time',
    isInFreeSetup: true,
  },
};
