import { DAY_MS } from '@stablegate/rules';

/** What a feed reported of an incoming transfer to our account, as far as it tells one transfer from another. */
export type Report = {
  readonly provider: string;
  readonly amountVnd: bigint;
  readonly content: string;
  /** References of deposits in its content, or the reference of the deposit that it was credited to. */
  readonly references: readonly string[];
  /** The bank's number of the transfer, normalised. */
  readonly bankNumber: string | null;
  /** The bank's time of the transfer, to the second. */
  readonly bankTime: string | null;
  readonly receivedAt: Date;
};
/** `isRepeated`: another report is already known to be of the same transfer. */
export type EarlierReport = Report & { readonly isRepeated: boolean };

/** same: one transfer, reported twice. maybe: an admin decides. other: two transfers. */
export type Likeness = 'same' | 'maybe' | 'other';

/** Banks use their numbers again. Feeds retry for hours; three days are a weekend during which one of them was down. */
export const DUPLICATE_WINDOW_MS = 3 * DAY_MS;

/** Feeds differ in spaces and letters. Empty: the bank told no number. */
export const normalNumber = (number: string): string => number.replace(/[\s\p{Cf}]/gu, '').toUpperCase();

/** Years to seconds as digits; a midnight stands for a day without a time. */
export function normalTime(time: string): string | null {
  const digits = time.replace(/\D/g, '').slice(0, 'YYYYMMDDhhmmss'.length);
  return /^\d{8}(?!0{6})\d{6}$/.test(digits) ? digits : null;
}

const wordsOf = (text: string): string =>
  (
    text
      .normalize('NFC')
      .toUpperCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  ).join(' ');

function comparePurpose(one: Report, other: Report): 'same' | 'other' | 'unknown' {
  if (one.references.length === 0 || other.references.length === 0)
    return wordsOf(one.content) === wordsOf(other.content) ? 'same' : 'unknown';
  return one.references.toSorted().join() === other.references.toSorted().join() ? 'same' : 'other';
}

/** Each feed reports each transfer once. So without a number the second report of the same feed is a second transfer. */
export function compareReports(one: Report, earlier: EarlierReport): Likeness {
  const purpose = comparePurpose(one, earlier);
  if (purpose === 'other') return 'other';
  const isWithinWindow = Math.abs(one.receivedAt.getTime() - earlier.receivedAt.getTime()) <= DUPLICATE_WINDOW_MS;
  const fits =
    purpose === 'same' && one.provider !== earlier.provider && one.amountVnd === earlier.amountVnd && isWithinWindow && !earlier.isRepeated;
  if (one.bankNumber !== null && earlier.bankNumber !== null) {
    if (one.bankNumber !== earlier.bankNumber) return 'other';
    return fits ? 'same' : 'maybe';
  }
  if (!fits) return 'other';
  return one.bankTime !== null && one.bankTime === earlier.bankTime ? 'same' : 'maybe';
}
