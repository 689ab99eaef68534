import { z } from 'zod';
import { normalNumber, normalTime } from './duplicates.domain';

/** One incoming transfer, independent of the feed. */
export type FeedTransfer = {
  readonly provider: 'sepay' | 'casso';
  readonly transactionId: string;
  /** All numbers under which the feed names the receiving account: its own and virtual ones. */
  readonly accounts: readonly string[];
  readonly amountVnd: bigint;
  readonly content: string;
  /** The bank's own, normalised. */
  readonly bankNumber: string | null;
  readonly bankTime: string | null;
  readonly raw: unknown;
};

const ID_MAX = 100;
const TEXT_MAX = 2_000;
/** PostgreSQL stores neither NUL nor lone surrogates. */
const storable = (text: string): string => text.replaceAll('\0', '').replace(/\p{Cs}/gu, '\ufffd');
/** Kept as a record. Real bodies are three levels deep; deeper content is dropped. */
const DEPTH_MAX = 8;
function kept(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storable(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEPTH_MAX) return null;
  if (Array.isArray(value)) return value.map((each) => kept(each, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [storable(key), kept(each, depth + 1)]));
}
const id = z
  .union([z.int(), z.string().min(1).max(ID_MAX)])
  .transform((value) => storable(String(value)).trim())
  .refine((value) => value !== '');
const text = z
  .string()
  .nullish()
  .transform((value) => storable(value ?? '').slice(0, TEXT_MAX));
const account = z
  .union([z.string(), z.int()])
  .nullish()
  .transform((value) => String(value ?? '').replace(/\s/g, ''));
/** Whole dong; feeds write 1000, "1000" and 1000.00. Outgoing transfers are negative in Casso's formats. */
const dong = z
  .union([z.int(), z.string().regex(/^-?\d{1,15}(\.0+)?$/)])
  .transform((value) => BigInt(String(value).split('.', 1)[0] ?? '0'));

const given = (...values: readonly string[]): string[] => values.filter((value) => value !== '');
const numberOf = (text: string): string | null => normalNumber(text) || null;
/** Casso's formats call it when and transactionDateTime. */
const time = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' ? normalTime(value) : null));

/** https://developer.sepay.vn/en/sepay-webhooks */
const sepayBody = z.object({
  id,
  accountNumber: account,
  subAccount: account,
  transferType: z.enum(['in', 'out']),
  transferAmount: dong,
  content: text,
  referenceCode: text,
  transactionDate: time,
});

export function readSepay(body: unknown): FeedTransfer[] {
  const { transferType, ...sent } = sepayBody.parse(body);
  if (transferType !== 'in') return [];
  const { accountNumber, subAccount, content } = sent;
  return [
    {
      provider: 'sepay',
      transactionId: sent.id,
      accounts: given(accountNumber, subAccount),
      amountVnd: sent.transferAmount,
      content,
      bankNumber: numberOf(sent.referenceCode),
      bankTime: sent.transactionDate,
      raw: kept(body),
    },
  ];
}

/** https://developer.casso.vn: a list with short names in the first format, one transfer with long names in the second. */
const cassoFirst = z.object({ id, tid: text, description: text, amount: dong, bank_sub_acc_id: account, subAccId: account, when: time });
const cassoSecond = z.object({
  id,
  reference: text,
  description: text,
  amount: dong,
  accountNumber: account,
  virtualAccountNumber: account,
  transactionDateTime: time,
});
const cassoBody = z.object({ data: z.union([z.array(z.unknown()).max(1_000), z.record(z.string(), z.unknown())]) });

function readCassoFirst(raw: unknown): FeedTransfer {
  const sent = cassoFirst.parse(raw);
  return {
    provider: 'casso',
    transactionId: sent.id,
    accounts: given(sent.bank_sub_acc_id, sent.subAccId),
    amountVnd: sent.amount,
    content: sent.description,
    bankNumber: numberOf(sent.tid),
    bankTime: sent.when,
    raw: kept(raw),
  };
}

function readCassoSecond(raw: unknown): FeedTransfer {
  const sent = cassoSecond.parse(raw);
  return {
    provider: 'casso',
    transactionId: sent.id,
    accounts: given(sent.accountNumber, sent.virtualAccountNumber),
    amountVnd: sent.amount,
    content: sent.description,
    bankNumber: numberOf(sent.reference),
    bankTime: sent.transactionDateTime,
    raw: kept(raw),
  };
}

export function readCasso(body: unknown): FeedTransfer[] {
  const { data } = cassoBody.parse(body);
  const transfers = Array.isArray(data) ? data.map(readCassoFirst) : [readCassoSecond(data)];
  return transfers.filter(({ amountVnd }) => amountVnd > 0n);
}
