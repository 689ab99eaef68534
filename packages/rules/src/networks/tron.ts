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
    first: '[TronGrid](https://www.trongrid.io) (free key, header `TRON-PRO-API-KEY`)',
    second: 'Chainstack, QuickNode, Ankr, or your own java-tron',
    note: 'without a key TronGrid blocks you for 30 s at a time',
    example:
      'https://api.trongrid.io/jsonrpc|TRON-PRO-API-KEY: 11111111-2222-3333-4444-555555555555,https://tron-mainnet.core.chainstack.com/KEY/jsonrpc',
  },
};
