import type { Tx } from '../../../platform/db/db';
import type { LeavingAddress } from '../../stores/stores.service';
import type { InvoiceDeps } from '../invoices.deps';
import { isAddressReserved } from './leaving-address.queries';

/** One watch for all open invoices of an address: it goes when the last of them is done. */
export const watchRef = ({ family, addressKey }: { family: string; addressKey: string }): string => `${family}:${addressKey}`;

/** A wallet lets its address go while customers may still pay there: the invoices watch it from now on. */
export async function keepAddressWatched(deps: InvoiceDeps, tx: Tx, address: LeavingAddress): Promise<void> {
  if (!(await isAddressReserved(tx, address))) return;
  await deps.chains.watchAddresses(tx, 'invoice', watchRef(address), [{ network: address.network, address: address.address }]);
}
