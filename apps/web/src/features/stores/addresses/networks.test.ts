import { NETWORKS } from '@stablegate/contract';
import { describe, expect, it } from 'vitest';
import { freeNetworks } from './networks';

const walletsOn = (...networks: (typeof NETWORKS)[number][]) => networks.map((network) => ({ network }));

describe('freeNetworks', () => {
  it('offers every network to a store without addresses', () => {
    expect(freeNetworks([])).toEqual(NETWORKS);
  });

  it('leaves out the networks that have an address and keeps the order', () => {
    expect(freeNetworks(walletsOn('POLYGON', 'TRON'))).toEqual(['BEP20', 'ERC20', 'SOLANA']);
  });

  it('offers nothing once all networks have one', () => {
    expect(freeNetworks(walletsOn(...NETWORKS))).toEqual([]);
  });
});
