// Written by `npm run networks` from the networks in packages/rules/src/networks; do not edit.
import type { NetworkDescriptor } from './descriptor';
import type { Network } from './names.generated';
import { descriptor as TRON } from './tron';
import { descriptor as BEP20 } from './bep20';
import { descriptor as ERC20 } from './erc20';
import { descriptor as POLYGON } from './polygon';
import { descriptor as SOLANA } from './solana';

export const DESCRIPTORS: Readonly<Record<Network, NetworkDescriptor>> = { TRON, BEP20, ERC20, POLYGON, SOLANA };
