import { EVM, etherscanOf, type NetworkDescriptor } from '../descriptor';

/** No network of the product: tests add it to show that a file and an icon are all that a network needs. */
export const descriptor: NetworkDescriptor = {
  ...EVM,
  code: 'BASE',
  position: 6,
  name: 'Base (ERC20)',
  shortName: 'Base',
  apiName: 'Base (USDT)',
  tradeType: 'usdt.base',
  mainnet: {
    chainId: 8_453,
    contract: '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2',
    explorer: etherscanOf('https://basescan.org'),
  },
  testnet: { name: 'Base Sepolia', chainId: 84_532, contract: '', explorer: etherscanOf('https://sepolia.basescan.org') },
  decimals: 6,
  minDepth: 10,
  confirmations: 10,
  blockMs: 2_000,
  pollMs: 4_000,
  nodes: {
    urls: {
      drpc: 'https://lb.drpc.org/ogrpc?network=base&dkey=KEY',
      chainstack: 'https://base-mainnet.core.chainstack.com/KEY',
    },
    others: '',
    note: '',
  },
};
