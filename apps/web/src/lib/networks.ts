import type { Network } from '@stablegate/contract';

type NetworkLook = {
  logo: string;
  /** Where anybody can look an address or a transaction up. */
  address: (address: string) => string;
  transaction: (hash: string) => string;
};

const explorer = (site: string): Pick<NetworkLook, 'address' | 'transaction'> => ({
  address: (address) => `${site}/address/${address}`,
  transaction: (hash) => `${site}/tx/${hash}`,
});

export const networkLooks: Readonly<Record<Network, NetworkLook>> = {
  TRON: {
    logo: '/networks/tron.svg',
    address: (address) => `https://tronscan.org/#/address/${address}`,
    transaction: (hash) => `https://tronscan.org/#/transaction/${hash.replace(/^0x/, '')}`,
  },
  BEP20: { logo: '/networks/bep20.svg', ...explorer('https://bscscan.com') },
  ERC20: { logo: '/networks/erc20.svg', ...explorer('https://etherscan.io') },
  POLYGON: { logo: '/networks/polygon.svg', ...explorer('https://polygonscan.com') },
  SOLANA: {
    logo: '/networks/solana.svg',
    address: (address) => `https://solscan.io/account/${address}`,
    transaction: (signature) => `https://solscan.io/tx/${signature}`,
  },
};
