import { networksOf, parseMicros } from '@stablegate/rules';
import { AppError, refusedField } from '../../../platform/app-error';
import { assertDefined } from '../../../platform/assert';
import type { InvoiceDeps } from '../invoices.deps';
import { getPaymentView } from './read-invoice';

const NETWORK = assertDefined(networksOf('solana')[0], 'the network of the family');

/**
 * What a Solana wallet signs to pay the invoice. Made here, not on the page: it needs a node's newest blockhash, and deriving token accounts
 * takes more code than the whole page has.
 */
export async function makeWalletTransaction(deps: InvoiceDeps, transId: string, account: string): Promise<string> {
  const from = deps.chains.parseAddress(NETWORK, account)?.key;
  if (from === undefined) throw refusedField('invalid_address', 'account');
  const { status, due, networks } = await getPaymentView(deps, transId);
  // 0 where nothing can be sent: no free amount tells this payment from others.
  const amountMicros = parseMicros(due) ?? 0n;
  const to = networks.find(({ network }) => network === NETWORK)?.address;
  if (status !== 'waiting' || amountMicros === 0n || to === undefined) throw new AppError('invoice_not_open');
  if (to === from) throw refusedField('address_in_use', 'account'); // the shop's own wallet
  const made = await deps.chains.prepareTransfer(NETWORK, { from, to, amountMicros }).catch((error: unknown) => {
    deps.log.warn({ err: error, transId }, 'a transaction for a wallet could not be made');
    throw new AppError('unavailable', { cause: error });
  });
  if (made === undefined) throw new AppError('invoice_not_open');
  return Buffer.from(made).toString('base64');
}
