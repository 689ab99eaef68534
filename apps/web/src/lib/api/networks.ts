import type { Network } from '@stablegate/contract';

export const networkLogo = (network: Network): string => `/networks/${network.toLowerCase()}.svg`;
