import type { Network, NewRefund } from '@stablegate/contract';
import type { RefundId, UserId } from '../../../platform/id-types';
import type { Principal } from '../../../platform/principal';
import type { InvoiceDeps } from '../invoices.deps';
import type { InvoiceRecord } from '../invoices.queries';
import { cancelRefund, checkRefundAddress, planRefund } from './plan-refund';
import { nextRefundCheckInMs, reportRefund, sweepRefunds } from './prove-refund';
import { listConfirmed, readRefunds } from './refund-views';

/** What merchants send back. We hold no keys: a refund is planned here, sent by the merchant, and proven on chain. */
export const createRefunds = (deps: InvoiceDeps) => ({
  read: (userId: UserId, transId: string) => readRefunds(deps, userId, transId),
  checkAddress: (userId: UserId, transId: string, place: { network: Network; address: string; mayAskNodes: boolean }) =>
    checkRefundAddress(deps, userId, transId, place),
  plan: (principal: Principal, transId: string, input: NewRefund) => planRefund(deps, principal, transId, input),
  report: (userId: UserId, transId: string, id: RefundId, txHash: string) => reportRefund(deps, userId, transId, id, txHash),
  cancel: (principal: Principal, transId: string, id: RefundId) => cancelRefund(deps, principal, transId, id),
  /** As shops read them. */
  listConfirmed: (invoice: InvoiceRecord) => listConfirmed(deps, invoice),
  sweep: () => sweepRefunds(deps),
  nextSweepInMs: () => nextRefundCheckInMs(deps),
});
