import type { Refund, RefundProblem } from '@stablegate/contract';
import { formatMicros } from '@stablegate/rules';
import { AppError, invalidValue } from '../../../platform/app-error';
import { assertDefined } from '../../../platform/assert';
import { recordWork } from '../../../platform/audit';
import type { Tx } from '../../../platform/db/db';
import { uniqueViolation } from '../../../platform/db/db-errors';
import type { RefundId, UserId } from '../../../platform/id-types';
import type { SentTransfer } from '../../chains/chains.service';
import { changeInvoices } from '../change-invoice';
import { normaliseTxHash } from '../inbox/claims.domain';
import type { InvoiceDeps } from '../invoices.deps';
import { findOfUser, type InvoiceRecord, listByIds, lockInvoices } from '../invoices.queries';
import { found } from '../read/read-invoice';
import { toMerchantRefund, toRefundWire } from './refund-views';
import { afterMisses, missPauseMs, proofAmong, seenPauseMs, unclearPauseMs } from './refunds.domain';
import {
  findNextCheck,
  findRefund,
  listTakenKeys,
  lockRefund,
  type RefundRecord,
  saveConfirmed,
  saveLost,
  saveNamed,
  saveProblem,
  saveRecheck,
  saveSeen,
  saveUnseen,
  takeDue,
} from './refunds.queries';

/** missing: enough nodes answered, and none has the transaction · unclear: the nodes failed, or contradict each other. */
type Finding = 'missing' | 'unclear' | RefundProblem | { readonly transfer: SentTransfer; readonly isFinal: boolean };

/** A transaction, and whether it was found: then nobody vouches for it, so its sender and its time have to fit as well. */
type Candidate = { readonly txHash: string; readonly isFound: boolean };

async function notBefore(deps: InvoiceDeps, { invoiceId, createdAt }: RefundRecord, { isFound }: Candidate): Promise<Date> {
  if (isFound) return createdAt;
  const [invoice] = await listByIds(deps.db.query, [invoiceId]);
  return assertDefined(invoice, 'the invoice of a refund').createdAt;
}

/** From the merchant's own addresses. What was seen already stays so when its address is given up. */
async function onlyOwn(deps: InvoiceDeps, { network, userId, fromAddress }: RefundRecord, sent: SentTransfer[]): Promise<SentTransfer[]> {
  const own = (await deps.chains.listOwnedKeys(deps.db.query, network, [userId])).get(userId);
  const isOwn = (address: string): boolean => own?.has(deps.chains.parseAddress(network, address)?.key ?? '') === true;
  return sent.filter((transfer) => transfer.fromAddress === fromAddress || isOwn(transfer.fromAddress));
}

/** Asks the nodes: the quorum, the pinned contract and the finality that every payment needs. */
async function look(deps: InvoiceDeps, refund: RefundRecord, candidate: Candidate): Promise<Finding> {
  const { txHash, isFound } = candidate;
  const sent = await deps.chains.lookUpSent(refund.network, txHash, refund.toKey);
  if (sent === undefined) return 'missing';
  const proof = proofAmong(isFound ? await onlyOwn(deps, refund, sent) : sent, {
    amountMicros: refund.amountMicros,
    notBefore: await notBefore(deps, refund, candidate),
    taken: await listTakenKeys(deps.db.query, refund, txHash),
  });
  if (typeof proof === 'string') return proof;
  const verdict = await deps.chains.confirmSent(refund.network, proof);
  return verdict === 'gone' ? 'missing' : { transfer: proof, isFinal: verdict === 'final' };
}

const later = (now: Date, ms: number | undefined): Date | null => (ms === undefined ? null : new Date(now.getTime() + ms));

async function confirm(deps: InvoiceDeps, tx: Tx, invoice: InvoiceRecord, id: RefundId, now: Date): Promise<void> {
  await saveConfirmed(tx, id, now);
  const refund = assertDefined(await lockRefund(tx, id), 'the refund just confirmed');
  const fields = { refundedMicros: invoice.refundedMicros + refund.amountMicros };
  const detail = { detail: `${formatMicros(refund.amountMicros)} USDT on ${refund.network} to ${refund.toAddress}` };
  await changeInvoices(deps, tx, [{ topic: 'invoice.refunded', before: invoice, fields, detail, refund: toMerchantRefund(refund) }], now);
}

async function recordMissing(tx: Tx, { id, isFound, status, checks }: RefundRecord, now: Date): Promise<void> {
  const recheck = { checks: checks + 1, checkAt: later(now, missPauseMs(checks + 1)) };
  const after = afterMisses(isFound, status, recheck.checks);
  if (after === 'lost') return saveLost(tx, id);
  return after === 'keep' ? saveRecheck(tx, id, recheck) : saveUnseen(tx, id, recheck);
}

/** The invoice is locked before its refund, as everywhere. Nothing is done for a refund that ended meanwhile or has another hash now. */
async function record(deps: InvoiceDeps, refund: RefundRecord, txHash: string, finding: Finding): Promise<void> {
  const now = deps.clocks.business.now();
  await deps.db.transaction(async (tx) => {
    const [invoice] = await lockInvoices(tx, [refund.invoiceId]);
    const current = await lockRefund(tx, refund.id);
    if (invoice === undefined || current === undefined || !isOpen(current) || current.txHash !== txHash) return;
    const msSince = (time: Date): number => now.getTime() - time.getTime();
    if (finding === 'missing') return recordMissing(tx, current, now);
    if (finding === 'unclear')
      return saveRecheck(tx, refund.id, { checks: current.checks, checkAt: later(now, unclearPauseMs(msSince(current.createdAt))) });
    // Nobody named what was found: it is dropped without a word.
    if (typeof finding === 'string') return current.isFound ? saveLost(tx, refund.id) : saveProblem(tx, refund.id, finding);
    const recheck = { checks: 0, checkAt: later(now, seenPauseMs(msSince(current.seenAt ?? now))) };
    await saveSeen(tx, refund.id, finding.transfer, recheck, now);
    if (finding.isFinal) await confirm(deps, tx, invoice, refund.id, now);
  });
}

const isOpen = ({ status }: RefundRecord): boolean => status === 'planned' || status === 'seen';

export async function prove(deps: InvoiceDeps, refund: RefundRecord, candidate: Candidate): Promise<void> {
  const { txHash } = candidate;
  const finding = await look(deps, refund, candidate).catch((error: unknown): Finding => {
    deps.log.warn({ err: error, refundId: refund.id, network: refund.network, txHash }, 'a refund could not be looked up; trying again');
    return 'unclear';
  });
  try {
    await record(deps, refund, txHash, finding);
  } catch (error) {
    // Two refunds of the same amount to the same address were proven by one transfer at the same time.
    if (uniqueViolation(error) !== 'refunds_transfer_once') throw error;
    await record(deps, refund, txHash, 'refund_taken');
  }
}

/** The merchant names the transaction. One that no node knows yet is kept and looked up again; one that proves something else is refused. */
export async function reportRefund(deps: InvoiceDeps, userId: UserId, transId: string, id: RefundId, hash: string): Promise<Refund> {
  const invoice = found(await findOfUser(deps.db.query, userId, transId));
  const refund = await findRefund(deps.db.query, invoice.id, id);
  if (refund === undefined) throw new AppError('not_found');
  const txHash = normaliseTxHash(refund.network, hash);
  if (txHash === undefined)
    throw invalidValue('txHash', 'Please enter the transaction hash as your wallet or the block explorer shows it.');
  await deps.db.transaction(async (tx) => {
    await lockInvoices(tx, [invoice.id]);
    if ((await lockRefund(tx, id))?.status !== 'planned') throw new AppError('refund_not_open');
    await saveNamed(tx, id, txHash, deps.clocks.business.now(), false);
    await recordWork(tx, { action: 'refund.reported', subject: id, userId, detail: { transId, network: refund.network, txHash } });
  });
  await prove(deps, refund, { txHash, isFound: false });
  const after = assertDefined(await findRefund(deps.db.query, invoice.id, id), 'the refund just reported');
  if (after.problem !== null) throw new AppError(after.problem);
  deps.announceCreated();
  return toRefundWire(deps, after);
}

const BATCH_MAX = 10;
/** Longer than a slow node takes to answer. */
export const LEASE_MS = 120_000;

/** Looks up what is due; safe to run in many processes concurrently. */
export async function sweepRefunds(deps: InvoiceDeps): Promise<void> {
  const now = deps.clocks.business.now();
  const due = await takeDue(deps.db.query, now, new Date(now.getTime() + LEASE_MS), BATCH_MAX);
  for (const refund of due) {
    const txHash = assertDefined(refund.txHash, 'the transaction of a refund that is looked up');
    await prove(deps, refund, { txHash, isFound: refund.isFound });
  }
}

/** Milliseconds until the next is due; undefined: none. */
export async function nextRefundCheckInMs(deps: InvoiceDeps): Promise<number | undefined> {
  const next = await findNextCheck(deps.db.query);
  return next === undefined ? undefined : next.getTime() - deps.clocks.business.now().getTime();
}
