import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useState } from 'react';
import { useSearchParams } from 'react-router';
import { payableFirst, storeQuery, storesQuery } from '../../../lib/api/stores.queries';
import { useSession } from '../../../lib/session/session';
import { fillIn, maskedKeys, type OwnKeys } from './own-keys';

/** off: placeholders · masked: own keys, masked on screen but copied completely · shown: own keys in plain. */
type KeysLook = 'off' | 'masked' | 'shown';

function useOwnStoreState() {
  const isSignedIn = useSession().isAuthenticated;
  const [isAsked, setAsked] = useState(false);
  // The header's switch writes it: a page has one picker.
  const chosenId = useSearchParams()[0].get('store');
  const [look, setLook] = useState<KeysLook>('off');
  // The page makes no calls until requested, and ignores what another screen has loaded.
  const mayAsk = isSignedIn && isAsked;
  const list = useQuery({ ...storesQuery, enabled: mayAsk });
  const stores = mayAsk && list.data !== undefined ? payableFirst(list.data) : undefined;
  const store = stores?.find(({ id }) => id === chosenId) ?? stores?.[0];
  const isWanted = store !== undefined && look !== 'off';
  const details = useQuery({ ...storeQuery(store?.id ?? ''), enabled: isWanted });
  const keys: OwnKeys | undefined = isWanted ? details.data?.store : undefined;
  const ask = () => setAsked(true);
  return { isSignedIn, ask, list, stores, store, look, setLook, details, keys };
}

export type OwnStore = ReturnType<typeof useOwnStoreState>;

const Context = createContext<OwnStore | undefined>(undefined);

/** One choice for the samples and for trying the call. */
export const OwnStoreProvider = ({ children }: { children: ReactNode }) => <Context value={useOwnStoreState()}>{children}</Context>;

export function useOwnStore(): OwnStore {
  const own = use(Context);
  if (own === undefined) throw new Error('a part of the /api page was drawn outside of it');
  return own;
}

/** A piece of code as shown and as copied. The reference has no own store: there it is unchanged. */
export function useFilledIn(code: string): { shown: string; whole: string } {
  const own = use(Context);
  if (own?.keys === undefined) return { shown: code, whole: code };
  const whole = fillIn(code, own.keys);
  return { whole, shown: own.look === 'shown' ? whole : fillIn(code, maskedKeys(own.keys)) };
}
