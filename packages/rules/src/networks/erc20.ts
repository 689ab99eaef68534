import { EVM, etherscanOf, type NetworkDescriptor } from './descriptor';

export const descriptor: NetworkDescriptor = {
  ...EVM,
  code: 'ERC20',
  position: 3,
  name: 'Ethereum (ERC20)',
  shortName: 'Ethereum',
  apiName: 'Ethereum (ERC20)',
  tradeType: 'usdt.erc20',
  mainnet: {
    chainId: 1,
    contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    explorer: etherscanOf('https://etherscan.io'),
  },
  testnet: {
    name: 'Sepolia',
    chainId: 11_155_111,
    contract: '0xf02d1AF3c9Ec13f4E9E986f2de75dA96D75a57B0',
    explorer: etherscanOf('https://sepolia.etherscan.io'),
  },
  decimals: 6,
  minDepth: 32, // two epochs of 32 slots, of which half may be empty
  confirmations: 65,
  blockMs: 12_000,
  pollMs: 4_000,
  tipMargin: 0, // one block would be twelve seconds
  nodes: {
    urls: {
      drpc: 'https://lb.drpc.org/ogrpc?network=ethereum&dkey=KEY',
      chainstack: 'https://ethereum-mainnet.core.chainstack.com/KEY',
      infura: 'https://mainnet.infura.io/v3/KEY',
      alchemy: 'https://eth-mainnet.g.alchemy.com/v2/KEY',
      quicknode: 'https://NAME.quiknode.pro/KEY',
    },
    others: 'Ankr',
    note: 'Alchemy free: 10 blocks per call; QuickNode trial: 5',
  },
};
