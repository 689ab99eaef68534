import type { RouteSpec } from '@stablegate/contract';
import * as contract from '@stablegate/contract';

const isRoute = (value: unknown): value is RouteSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
/** Every route of the contract. */
export const declared = Object.entries(contract).flatMap(([name, value]) =>
  name.endsWith('Api') && typeof value === 'object' ? Object.values(value as Record<string, unknown>).filter(isRoute) : [],
);
