import { networksApi } from '@stablegate/contract';
import type { Router } from '../../http/mount';
import type { ChainService } from './chains.service';

export function mountChains(route: Router, { chains }: { chains: ChainService }): void {
  route(networksApi.list, () => chains.networkStatus());
}
