import { EVM, etherscanOf, type NetworkDescriptor } from './descriptor';

export const descriptor: NetworkDescriptor = {
  ...EVM,
  code: 'POLYGON',
  position: 4,
  name: 'Polygon POS',
  shortName: 'Polygon',
  apiName: 'Polygon (USDT)',
  tradeType: 'usdt.polygon',
  mainnet: {
    chainId: 137,
    contract: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    explorer: etherscanOf('https://polygonscan.com'),
  },
  testnet: { name: 'Amoy', chainId: 80_002, contract: '', explorer: etherscanOf('https://amoy.polygonscan.com') },
  decimals: 6,
  minDepth: 16, // milestones come sooner, but forks this deep have happened (0xPolygon/bor#1081)
  confirmations: 33,
  blockMs: 2_000,
  pollMs: 4_000,
  nodes: {
    urls: {
      drpc: 'https://lb.drpc.org/ogrpc?network=polygon&dkey=KEY',
      chainstack: 'https://polygon-mainnet.core.chainstack.com/KEY',
      infura: 'https://polygon-mainnet.infura.io/v3/KEY',
      alchemy: 'https://polygon-mainnet.g.alchemy.com/v2/KEY',
      quicknode: 'https://NAME.matic.quiknode.pro/KEY',
    },
    others: 'Ankr',
    note: 'nodes of one provider have hung together before: use two',
  },
};
