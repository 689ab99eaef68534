// The rules that decide about one payment, written down a second time from docs/matching.md, without a line of the product: a model that
// shares code with the product shares its faults. Amounts are micro-dollars. When a rule changes, it changes here.

export const CENT = 10_000n;
const DOLLAR = 1_000_000n;
const GRID = 100n; // four decimals
const SMALL_TAIL = 9_900n; // 0.0099
const EXCHANGES_KEEP_MAX = 5n * DOLLAR;

/** 0.5%, half up. */
export const feeOf = (price: bigint): bigint => (price * 5n + 500n) / 1_000n;
export const onGrid = (micros: bigint): bigint => ((micros + GRID - 1n) / GRID) * GRID;

/** Whether a customer may be asked for `payable`: the sum itself where it is free, otherwise with a small tail that is free, off whole cents. */
export function mayAsk(payable: bigint, sum: bigint, isFree: (micros: bigint) => boolean): boolean {
  if (!isFree(payable)) return false;
  if (isFree(sum)) return payable === sum;
  return payable > sum && payable <= sum + SMALL_TAIL && payable % GRID === 0n && payable % CENT !== 0n;
}

/** Every amount that a price of at most 20 may be asked for. */
export const allAmounts = (sum: bigint): readonly bigint[] =>
  Array.from({ length: 1_000 }, (_, tail) => sum + BigInt(tail) * GRID).filter((micros) => micros === sum || micros % CENT !== 0n);

const UNTOUCHED_MS = 2 * 3_600_000;
type Ended = Payable & { readonly status: string; readonly endedAt: number | undefined };
/** When all amounts are in use: which of them may be taken over. Those of paid invoices first, then what ended first, two hours ago or more. */
export function takeable<T extends Ended>(
  amounts: readonly bigint[],
  watched: readonly T[],
  now: number,
): readonly (readonly [bigint, T])[] {
  const ended = watched.filter(({ endedAt }) => endedAt !== undefined && endedAt < now - UNTOUCHED_MS);
  const all = ended.flatMap((each) => each.reserved.filter((micros) => amounts.includes(micros)).map((micros) => [micros, each] as const));
  const paid = all.filter(([, { status }]) => status === 'SUCCESS');
  const some = paid.length > 0 ? paid : all;
  const first = Math.min(...some.map(([, { endedAt }]) => endedAt ?? now));
  return some.filter(([, { endedAt }]) => endedAt === first);
}

/** What is still to be sent of a partly paid invoice, before a tail: on the grid, and no dust. */
export function remainderOf(missing: bigint): bigint {
  const micros = onGrid(missing);
  return micros < CENT ? CENT : micros;
}

/** What exchanges usually keep of a withdrawal. */
const KEPT = [100, 150, 200, 250, 290, 300, 400, 500, 600, 700, 750, 800, 900, 1_500, 1_600, 2_500, 3_500, 4_500]
  .concat([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((whole) => whole * 1_000))
  .map((thousandths) => BigInt(thousandths) * 1_000n);

/** Whether a customer of this invoice sends `micros` by mistake: the price without the fee, or an exchange keeps its own. */
export const mayMean = (micros: bigint, { price, reserved, lost }: Payable): boolean =>
  price === micros || lost.includes(micros) || [...reserved, ...lost].some((asked) => KEPT.includes(asked - micros));

/** A new invoice is not asked to pay what those of another send by mistake, nor the reverse by an exchange's fee. */
export const isConfusable = (micros: bigint, other: Payable): boolean =>
  mayMean(micros, other) || [...other.reserved, ...other.lost].some((asked) => KEPT.includes(micros - asked));

/** Where a payer may have chosen the price, it is not asked for in whole cents, as others are. */
export const isChosen = (price: bigint, isByPayer: boolean): boolean => isByPayer || price % CENT !== 0n;

export type Payable = {
  /** The plain amount, which the shop shows. */
  readonly price: bigint;
  readonly payable: bigint;
  readonly paid: bigint;
  /** Amounts that belong to this invoice alone. */
  readonly reserved: readonly bigint[];
  /** Amounts that it asked for until newer invoices took them over. */
  readonly lost: readonly bigint[];
  /** All that it asks for has come, or what did come was accepted. */
  readonly isPaid: boolean;
  /** Of the platform: a top-up, never paid in part. */
  readonly isTopUp: boolean;
};

/** The invoice that a transfer pays by itself, of those watched at its address; undefined: it waits in the inbox. */
export function invoicePaidBy<T extends Payable>(micros: bigint, watched: readonly T[]): T | undefined {
  const exact = watched.find(({ reserved }) => reserved.includes(micros));
  if (exact !== undefined) return watched.some((other) => other !== exact && !other.isPaid && mayMean(micros, other)) ? undefined : exact;
  const [only, another] = watched;
  if (only === undefined || another !== undefined || only.isTopUp || micros < CENT) return undefined;
  const missing = only.payable - only.paid - micros;
  return missing > 0n && (missing <= EXCHANGES_KEEP_MAX || missing * 10n <= only.payable) ? only : undefined;
}

/** What members may accept; owners may accept anything. */
export const isAboveFloor = (paid: bigint, payable: bigint, percent: number): boolean => paid * 100n >= payable * BigInt(percent);

/** Strangers' unpaid orders hold at most a tenth of what the owner's own invoices leave. */
export const mayStrangersHold = (held: bigint, available: bigint): boolean => held * 10n <= available + held;

/** Of every network at once. */
export type Block = { readonly number: number; readonly at: number };
/** Chains count in seconds. */
export const isOlder = (invoice: { readonly head: number; readonly createdAt: number }, block: Block): boolean =>
  block.number > invoice.head && block.at >= Math.floor(invoice.createdAt / 1_000) * 1_000;
