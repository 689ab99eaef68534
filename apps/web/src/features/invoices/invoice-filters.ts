import { type InvoiceListQuery, invoiceListQuery } from '@stablegate/contract';
import { parseMicros } from '@stablegate/rules';
import { shownAmount } from '../../lib/i18n/format';
import type { TFunction } from '../../lib/i18n/texts';
import { statusWord } from '../../lib/invoice-status';
import { daysText, isReversed } from '../../lib/lists/day-filters';

export const filterSchema = invoiceListQuery;
export type Filters = InvoiceListQuery;

/** Specification 2: the fields of the advanced filter begin at 0 and 10000. */
export const AMOUNT_MIN_DEFAULT = '0';
export const AMOUNT_MAX_DEFAULT = '10000';

/** Ids are 26 lower-case letters and digits: ten or more of them in one word, with a digit among them, are an id and no name. */
const ID_START = /^(?=.*\d)[a-z0-9]{10,64}$/i;

/** One box for both: what looks like a transaction ID is searched as one, everything else as a name. */
export function searchedBy(text: string): Pick<Filters, 'transId' | 'name'> {
  const wanted = text.trim();
  if (wanted === '') return { transId: undefined, name: undefined };
  return ID_START.test(wanted) ? { transId: wanted, name: undefined } : { transId: undefined, name: wanted };
}

/** Amounts as typed: without additional decimals. */
const shortAmount = (value: string): string => shownAmount(value, value.split('.')[1]?.length ?? 0);

function amountText(t: TFunction, { amountMin, amountMax }: Filters): string | undefined {
  const [from, to] = [amountMin && shortAmount(amountMin), amountMax && shortAmount(amountMax)];
  if (from && to) return t('{{from}} to {{to}} USDT', { from, to });
  if (from) return t('from {{from}} USDT', { from });
  return to ? t('up to {{to}} USDT', { to }) : undefined;
}

export type ReversedRange = 'reversed days' | 'reversed amounts';

/** The form refuses such a range; a written address may have one. */
export function reversedRange({ createdFrom, createdTo, amountMin = '', amountMax = '' }: Filters): ReversedRange | undefined {
  if (isReversed({ from: createdFrom, to: createdTo })) return 'reversed days';
  const [from, to] = [parseMicros(amountMin), parseMicros(amountMax)];
  return from !== undefined && to !== undefined && to < from ? 'reversed amounts' : undefined;
}

export type Chip = { id: string; name: string; value: string; without: Partial<Filters> };

/** Active filters, each with its removal. The status has its tabs; only Failed, which has none, is shown here. */
export function chipsOf(t: TFunction, filters: Filters): readonly Chip[] {
  const all: readonly (Omit<Chip, 'value'> & { value: string | undefined })[] = [
    { id: 'transId', name: t('Transaction ID'), value: filters.transId, without: { transId: undefined } },
    { id: 'name', name: t('Name'), value: filters.name, without: { name: undefined } },
    { id: 'description', name: t('Description'), value: filters.description, without: { description: undefined } },
    { id: 'storeName', name: t('Merchant'), value: filters.storeName, without: { storeName: undefined } },
    { id: 'amount', name: t('Amount'), value: amountText(t, filters), without: { amountMin: undefined, amountMax: undefined } },
    {
      id: 'created',
      name: t('Created'),
      value: daysText(t, { from: filters.createdFrom, to: filters.createdTo }),
      without: { createdFrom: undefined, createdTo: undefined },
    },
    {
      id: 'status',
      name: t('Status'),
      value: filters.status === 'FAILED' ? statusWord(t, 'FAILED') : undefined,
      without: { status: undefined },
    },
  ];
  return all.flatMap(({ value, ...chip }) => (value === undefined || value === '' ? [] : [{ ...chip, value }]));
}
