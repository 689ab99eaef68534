import { randomInt } from 'node:crypto';
import type { Metadata, Network } from '@stablegate/contract';
import {
  allCandidates,
  basePayable,
  feeOf,
  firstCandidates,
  formatMicros,
  isInCents,
  isNearlyUsedUp,
  MONITORING_MINUTES,
  parseMicros,
  trialEnd,
  withoutCents,
} from '@stablegate/rules';
import { AppError, refusedField } from '../../../platform/app-error';
import { assertDefined } from '../../../platform/assert';
import { afterCommit, type Tx } from '../../../platform/db/db';
import { isRetryable } from '../../../platform/db/db-errors';
import type { InvoiceId } from '../../../platform/id-types';
import { newId, randomCharacters } from '../../../platform/ids';
import { killPoint } from '../../../platform/kill-points';
import type { StorePrincipal } from '../../../platform/principal';
import { noteNothingChanged, noteRecorded } from '../../../platform/request-author';
import { equalsInConstantTime, sha256 } from '../../../platform/secrets/crypto';
import type { InvoiceDeps } from '../invoices.deps';
import type { EpusdtOrder } from '../invoices.queries';
import { paymentUrl } from '../read/invoice-views';
import { type Candidates, type Creation, createInvoiceRow, lackingBalance, type NewInvoiceRow } from './create-invoice.queries';

/** The known fields after parsing, unchanged. */
export type InvoiceInput = {
  readonly name: string;
  readonly description?: string | undefined;
  readonly amount: string;
  readonly request_id?: string | undefined;
  readonly callback_url?: string | undefined;
  readonly success_url?: string | undefined;
  readonly cancel_url?: string | undefined;
  readonly metadata?: Metadata | undefined;
  /** Narrower than what the store offers. */
  readonly networks?: readonly Network[] | undefined;
  readonly epusdt?: EpusdtOrder | undefined;
  /** The amount is the payer's choice, as in a top-up or a link that leaves it open. */
  readonly amountIsChosen?: boolean | undefined;
};
export type MadeInvoice = {
  /** Of the row this call created; another call's invoice is known by its transId. */
  readonly id: InvoiceId;
  readonly created: boolean;
  readonly transId: string;
  readonly urlPayment: string;
  readonly amountMicros: bigint;
  readonly payableMicros: bigint;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly addresses: Readonly<Partial<Record<Network, string>>>;
};

const TRANS_ID_CHARS = 26; // 130 bits; lower case only, so that lookups can ignore case

/**
 * Detects a reused request_id. Amounts compare by value, metadata in any order; absent and empty fields differ. Without metadata the hash is
 * that of the releases that did not know it.
 */
function hashInput(input: InvoiceInput, amountMicros: bigint): Buffer {
  const { name, description = null, callback_url = null, success_url = null, cancel_url = null, metadata } = input;
  const fields = [name, description, amountMicros.toString(), callback_url, success_url, cancel_url];
  const sorted = metadata === undefined ? [] : [Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1))];
  return sha256(JSON.stringify([...fields, ...sorted]));
}

/** The database sets the creation time; the id uses this process's estimate, which is milliseconds off. */
function newRow(deps: InvoiceDeps, store: StorePrincipal, input: InvoiceInput): NewInvoiceRow {
  const now = deps.clocks.business.now();
  const amountMicros = assertDefined(parseMicros(input.amount), 'an amount that was validated');
  const feeMicros = store.userId === null ? 0n : feeOf(amountMicros); // deposits are free
  const transId = randomCharacters(TRANS_ID_CHARS);
  return {
    id: newId('invoice', now),
    transId,
    storeId: store.storeId,
    userId: store.userId,
    requestId: input.request_id ?? null,
    inputHash: hashInput(input, amountMicros),
    name: input.name,
    description: input.description ?? null,
    callbackUrl: input.callback_url ?? null,
    successUrl: input.success_url ?? null,
    cancelUrl: input.cancel_url ?? null,
    metadata: input.metadata ?? null,
    epusdt: input.epusdt ?? null,
    withMainKey: store.hasMainKey,
    amountMicros,
    feeMicros,
    chargedFrom: store.userId === null ? null : trialEnd(store.ownerSince),
    networks: deps.enabledNetworks.filter((network) => input.networks?.includes(network) ?? true),
    movedMs: deps.clocks.movedMs(),
    expiryMinutes: store.invoiceExpiryMinutes,
    monitoringMinutes: MONITORING_MINUTES,
  };
}

/** A single statement without BEGIN and COMMIT; only after a deadlock it runs again inside a retrying transaction. */
async function run(deps: InvoiceDeps, row: NewInvoiceRow, candidates: Candidates, tx: Tx | undefined): Promise<Creation> {
  try {
    if (tx !== undefined) return await createInvoiceRow(tx, row, candidates);
    return await createInvoiceRow(deps.db.query, row, candidates).catch((error: unknown) => {
      if (!isRetryable(error)) throw error;
      return deps.db.transaction((own) => createInvoiceRow(own, row, candidates));
    });
  } catch (error) {
    const availableMicros = lackingBalance(error);
    if (availableMicros === undefined) throw error;
    if (row.userId !== null) deps.watchBalance(row.userId, availableMicros);
    throw new AppError('insufficient_balance', { message: lackingMessage(row.feeMicros, availableMicros), cause: error });
  }
}

/** For messages: at least two decimals, no trailing zeros beyond. */
const shown = (micros: bigint): string => formatMicros(micros).replace(/0{1,4}$/, '');
const lackingMessage = (neededMicros: bigint, availableMicros: bigint): string =>
  `Your balance is too low: ${shown(neededMicros)} USD is needed, ${shown(availableMicros)} USD is available.`;

/**
 * What is no price is a chosen amount, most likely: a shop may let its customers add any funds. Another gateway at the address asks for whole
 * cents (Epusdt adds 0.01 on a collision).
 */
const isOffCents = ({ sharesAddresses }: StorePrincipal, { amountMicros }: NewInvoiceRow, { amountIsChosen }: InvoiceInput): boolean =>
  sharesAddresses || amountIsChosen === true || !isInCents(amountMicros);

async function reserve(deps: InvoiceDeps, row: NewInvoiceRow, offCents: boolean, tx: Tx | undefined): Promise<Creation> {
  const base = basePayable(row.amountMicros, row.feeMicros);
  const usable = offCents ? withoutCents : (payables: bigint[]) => payables;
  const first = await run(deps, row, { payables: usable(firstCandidates(base, randomInt)), takeOverFrom: null }, tx);
  if (first.outcome !== 'crowded') return first;
  const second = await run(deps, row, { payables: usable(allCandidates(base, row.amountMicros, randomInt)), takeOverFrom: base }, tx);
  if (isNearlyUsedUp(row.amountMicros, second.free ?? Number.MAX_SAFE_INTEGER)) {
    deps.log.warn({ storeId: row.storeId, amount: formatMicros(row.amountMicros), free: second.free }, 'payable amounts are running out');
    deps.crowdedAmounts.inc();
  }
  return second;
}

/**
 * Idempotent per request_id: concurrent calls create one invoice, and only its creator receives `created`. With `tx`, part of that
 * transaction.
 */
export async function createInvoice(deps: InvoiceDeps, store: StorePrincipal, input: InvoiceInput, tx?: Tx): Promise<MadeInvoice> {
  if (input.callback_url !== undefined && deps.refusesCallbackTo(input.callback_url))
    throw refusedField('callback_port_refused', 'callback_url');
  const row = newRow(deps, store, input);
  killPoint('invoice.before_commit');
  const made = await reserve(deps, row, isOffCents(store, row, input), tx);
  killPoint('invoice.before_answer');
  if (made.outcome === 'no_address') throw new AppError('store_has_no_address');
  if (made.outcome === 'none_left') throw new AppError('too_many_open_invoices_for_amount');
  if (made.outcome === 'existing' && !equalsInConstantTime(made.inputHash, row.inputHash)) throw new AppError('request_id_reused');
  const created = made.outcome === 'created';
  if (created) noteRecorded('invoice.created');
  else noteNothingChanged();
  if (created && tx === undefined) {
    deps.announceCreated();
    await deps.tracing?.keep(row.id);
  } else if (created && tx !== undefined) {
    afterCommit(tx, deps.announceCreated);
    afterCommit(tx, () => void deps.tracing?.keep(row.id));
  }
  if (created && row.userId !== null && made.availableMicros !== null) deps.watchBalance(row.userId, made.availableMicros);
  const { transId, amountMicros, payableMicros } = made;
  return {
    id: row.id,
    created,
    transId,
    urlPayment: paymentUrl(deps.publicUrl, transId),
    amountMicros,
    payableMicros,
    createdAt: made.createdAt,
    expiresAt: made.expiresAt,
    addresses: Object.fromEntries(made.networks.map((network, index) => [network, made.addresses[index]])),
  };
}
