import type { StoreDetails } from '@stablegate/contract';
import { createContext, use } from 'react';

const OwnStore = createContext<StoreDetails | undefined>(undefined);

/** The screen shows no tab before the store is loaded, so every tab has it. */
export const OwnStoreProvider = OwnStore.Provider;

export function useOwnStore(): StoreDetails {
  const details = use(OwnStore);
  if (details === undefined) throw new Error('a tab of the store was drawn outside its screen');
  return details;
}
