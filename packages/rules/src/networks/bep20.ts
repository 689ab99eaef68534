import { EVM, etherscanOf, type NetworkDescriptor } from './descriptor';

export const descriptor: NetworkDescriptor = {
  ...EVM,
  code: 'BEP20',
  position: 2,
  name: 'BNB Smart Chain (BEP20)',
  shortName: 'BNB Smart Chain',
  apiName: 'BSC (BEP20)',
  tradeType: 'usdt.bep20',
  isPreselected: true,
  mainnet: {
    chainId: 56,
    contract: '0x55d398326f99059fF775485246999027B3197955',
    explorer: etherscanOf('https://bscscan.com'),
  },
  testnet: {
    name: 'BSC testnet',
    chainId: 97,
    contract: '0x337610d27c682E347C9cD60BD4b3b107C9d34dDd',
    explorer: etherscanOf('https://testnet.bscscan.com'),
  },
  decimals: 18,
  minDepth: 2, // BEP-126: block n is final by n + 2
  confirmations: 3,
  blockMs: 450,
  pollMs: 3_500,
  nodes: {
    urls: {
      drpc: 'https://lb.drpc.org/ogrpc?network=bsc&dkey=KEY',
      chainstack: 'https://bsc-mainnet.core.chainstack.com/KEY',
      infura: 'https://bsc-mainnet.infura.io/v3/KEY',
      alchemy: 'https://bnb-mainnet.g.alchemy.com/v2/KEY',
      quicknode: 'https://NAME.bsc.quiknode.pro/KEY',
    },
    others: 'Ankr, NodeReal',
    note: "the official `bsc-dataseed` endpoints have **switched eth_getLogs off**: they cannot be used. Alchemy's free plan returns 10 blocks per call, which is 4.5 s of this chain",
    isInFreeSetup: true,
  },
};
