import { formatMicros, parseMicros } from '@stablegate/rules';
import { AppError, invalidValue } from '../../platform/app-error';
import { assertDefined } from '../../platform/assert';
import { recordWork } from '../../platform/audit';
import type { Tx } from '../../platform/db/db';
import { uniqueViolation } from '../../platform/db/db-errors';
import type { DepositId, UserId } from '../../platform/id-types';
import { newId } from '../../platform/ids';
import { killPoint } from '../../platform/kill-points';
import type { DepositDeps } from './deposits.deps';
import { bankExpiry, isStrongReference, OPEN_USDT_DEPOSITS_MAX, ownAddress, vndOf } from './deposits.domain';
import { countOpenUsdt, insertDeposit, type NewDeposit } from './deposits.queries';

/** payable: the exact amount to send, by which the payment is recognised. */
export type UsdtDeposit = { readonly id: DepositId; readonly urlPayment: string; readonly payable: string };

/** The payment page links back to the list of deposits. */
const backTo = (publicUrl: string): string => `${publicUrl}/top-up?tab=invoice`;

async function openDeposit(tx: Tx, deposit: NewDeposit): Promise<void> {
  await insertDeposit(tx, deposit);
  const { id: subject, userId, amountMicros } = deposit;
  await recordWork(tx, { action: 'deposit.opened', subject, userId, detail: { amount: formatMicros(amountMicros) } });
}

/** The deposit and its payment invoice are created in one transaction. */
export async function createUsdtDeposit(deps: DepositDeps, userId: UserId, amount: string): Promise<UsdtDeposit> {
  const store = await deps.stores.findPlatformStore();
  if (store === undefined) throw new AppError('top_up_not_configured');
  const id = newId('deposit', deps.clocks.business.now());
  const back = backTo(deps.publicUrl);
  const input = { name: 'Balance top-up', amount, request_id: id, success_url: back, cancel_url: back, amountIsChosen: true };
  const made = deps.db.transaction(async (tx) => {
    if ((await countOpenUsdt(tx, userId)) >= OPEN_USDT_DEPOSITS_MAX) throw new AppError('too_many_open_deposits');
    const invoice = await deps.invoices.create(store, input, tx);
    const { amountMicros, createdAt, expiresAt, transId } = invoice;
    const deposit = { id, userId, method: 'usdt-auto', amountMicros, topupBack: invoice.urlPayment } as const;
    const bankless = { reference: null, amountVnd: null, rateMicros: null, bank: null };
    await openDeposit(tx, { ...deposit, ...bankless, invoiceId: invoice.id, transId, createdAt, expiresAt });
    killPoint('deposit.before_commit');
    return invoice;
  });
  const { urlPayment, payableMicros } = await made.catch((error: unknown) => {
    const noNetwork = error instanceof AppError && error.code === 'store_has_no_address'; // all networks with an address are disabled
    throw noNetwork ? new AppError('top_up_not_configured', { cause: error }) : error;
  });
  killPoint('deposit.after_commit');
  deps.log.info({ userId, depositId: id, method: 'usdt-auto' }, 'deposit opened');
  return { id, urlPayment, payable: formatMicros(payableMicros) };
}

export type BankInput = {
  readonly amount: string;
  readonly reference: string;
  readonly topupBack: string | undefined;
  /** The Host of the request. */
  readonly host: string | undefined;
};
export type BankDeposit = NewDeposit & { readonly reference: string };

function checkedBack(deps: DepositDeps, { topupBack, host }: BankInput): string | null {
  if (topupBack === undefined || topupBack === '') return null;
  const address = ownAddress(topupBack, deps.publicUrl, host);
  if (address === undefined) throw invalidValue('topupBack', 'Please enter an address of this site.');
  return address;
}

export async function createBankDeposit(deps: DepositDeps, userId: UserId, input: BankInput): Promise<BankDeposit> {
  const { bank } = deps.settings;
  if (bank === undefined) throw new AppError('top_up_not_configured');
  if (!isStrongReference(input.reference)) throw new AppError('weak_reference');
  const topupBack = checkedBack(deps, input);
  const rateMicros = await deps.findFreshRate(deps.db.query);
  if (rateMicros === undefined) throw new AppError('rate_too_old');
  const amountMicros = assertDefined(parseMicros(input.amount), 'an amount that was validated');
  const createdAt = deps.clocks.business.now();
  const deposit: BankDeposit = {
    id: newId('deposit', createdAt),
    userId,
    method: 'vietnam-bank-auto',
    amountMicros,
    topupBack,
    invoiceId: null,
    transId: null,
    reference: input.reference,
    amountVnd: vndOf(amountMicros, rateMicros),
    rateMicros,
    bank,
    createdAt,
    expiresAt: bankExpiry(createdAt),
  };
  try {
    await deps.db.transaction((tx) => openDeposit(tx, deposit));
  } catch (error) {
    if (uniqueViolation(error) !== 'deposits_reference_unique') throw error;
    throw new AppError('reference_taken', { cause: error });
  }
  killPoint('deposit.after_commit');
  deps.log.info({ userId, depositId: deposit.id, method: deposit.method }, 'deposit opened');
  return deposit;
}
