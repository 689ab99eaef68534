import type { Network, NewRefund, RequestedRefund } from '@stablegate/contract';
import type { InvoiceId, RefundId, UserId } from '../../../platform/id-types';
import { type Principal, type StorePrincipal, stepUpRefusal } from '../../../platform/principal';
import type { InvoiceDeps } from '../invoices.deps';
import type { InvoiceRecord } from '../invoices.queries';
import { cancelRefund, checkRefundAddress, planRefund } from './plan-refund';
import { nextRefundCheckInMs, reportRefund, sweepRefunds } from './prove-refund';
import { listConfirmed, readRefunds } from './refund-views';
import { listConfirmedHashes } from './refunds.queries';
import { cancelByKey, listByKey, planByKey, reportByKey } from './refunds-by-key';
import { nextSearchInMs, searchRefunds } from './search-refunds';

/** What merchants send back. We hold no keys: a refund is planned here, sent by the merchant, and proven on chain. */
export const createRefunds = (deps: InvoiceDeps) => ({
  read: (userId: UserId, transId: string) => readRefunds(deps, userId, transId),
  checkAddress: (userId: UserId, transId: string, place: { network: Network; address: string; mayAskNodes: boolean }) =>
    checkRefundAddress(deps, userId, transId, place),
  plan: async (principal: Principal, transId: string, input: NewRefund) => {
    const strangersRefused = stepUpRefusal(principal, 'accept', deps.clocks.real.now());
    return (await planRefund(deps, { userId: principal.userId, strangersRefused }, transId, input)).refund;
  },
  report: (userId: UserId, transId: string, id: RefundId, txHash: string) => reportRefund(deps, userId, transId, id, txHash),
  cancel: ({ userId }: Principal, transId: string, id: RefundId) => cancelRefund(deps, userId, transId, id),
  /** For shops' servers. */
  byKey: {
    list: (store: StorePrincipal, transId: string) => listByKey(deps, store, transId),
    plan: (store: StorePrincipal, transId: string, input: RequestedRefund, mayAskNodes: () => Promise<boolean>) =>
      planByKey(deps, store, transId, input, mayAskNodes),
    report: (store: StorePrincipal, transId: string, id: RefundId, hash: string) => reportByKey(deps, store, transId, id, hash),
    cancel: (store: StorePrincipal, transId: string, id: RefundId) => cancelByKey(deps, store, transId, id),
  },
  /** As shops read them. */
  listConfirmed: (invoice: InvoiceRecord) => listConfirmed(deps, invoice),
  /** The transactions of the confirmed refunds of each, oldest first. */
  listHashes: (invoiceIds: readonly InvoiceId[]) => listConfirmedHashes(deps.db.query, invoiceIds),
  sweep: () => sweepRefunds(deps),
  nextSweepInMs: () => nextRefundCheckInMs(deps),
  /** Finds those that were sent from the merchant's own addresses. */
  search: { sweep: () => searchRefunds(deps), nextSweepInMs: () => nextSearchInMs(deps) },
});
