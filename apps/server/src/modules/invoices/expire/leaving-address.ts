import type { Tx } from '../../../platform/db/db';
import type { LeavingAddress } from '../../stores/stores.service';
import type { InvoiceDeps } from '../invoices.deps';
import { isAddressReserved } from './leaving-address.queries';

/** One watch for all open invoices of an address, removed with the last of them. */
export const watchRef = ({ family, addressKey }: { family: string; addressKey: string }): string => `${family}:${addressKey}`;

/** A wallet releases its address while customers may still pay there: the invoices keep it watched. */
export async function keepAddressWatched(deps: InvoiceDeps, tx: Tx, address: LeavingAddress): Promise<void> {
  if (!(await isAddressReserved(tx, address))) return;
  await deps.chains.watchAddresses(tx, 'invoice', watchRef(address), [{ network: address.network, address: address.address }]);
}
