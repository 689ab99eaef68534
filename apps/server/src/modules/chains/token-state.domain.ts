/** What the issuer has done to the USDT contract. Tether's contracts on Ethereum and TRON can be replaced, paused, and charge a fee. */
export type TokenState = {
  /** The contract that this one forwards its calls to, in display form; its own Transfer events have ceased. */
  readonly replacedBy?: string;
  readonly isPaused: boolean;
  /** Hundredths of a percent that the contract keeps of a transfer; the event names what arrived. */
  readonly feeBasisPoints: number;
};

/** One node's answers to the contract's functions; undefined where the contract does not have one. */
export type TokenAnswers = {
  readonly deprecated: bigint | undefined;
  readonly upgradedAddress: bigint | undefined;
  readonly paused: bigint | undefined;
  readonly basisPointsRate: bigint | undefined;
};

const WORD = /^0x[0-9a-f]{64}$/i;
const ADDRESS_DIGITS = 40;
/** Hundredths of a percent in one; Tether's contracts refuse 20 and more. */
const FEE_MAX = 10_000n;

/** A word of 32 bytes; anything else comes from a contract without the function. */
export const wordOf = (value: unknown): bigint | undefined => (typeof value === 'string' && WORD.test(value) ? BigInt(value) : undefined);

const keyOf = (word: bigint): string => `0x${word.toString(16).padStart(ADDRESS_DIGITS, '0').slice(-ADDRESS_DIGITS)}`;

/** What every node reports: one that errs raises no alarm. */
export function agreedState(answers: readonly TokenAnswers[], display: (key: string) => string): TokenState {
  const all = (is: (answer: TokenAnswers) => boolean): boolean => answers.length > 0 && answers.every(is);
  const successor = answers[0]?.upgradedAddress ?? 0n;
  const fees = answers.map(({ basisPointsRate = 0n }) => (basisPointsRate > FEE_MAX ? 0 : Number.parseInt(basisPointsRate.toString(), 10)));
  return {
    ...(all(({ deprecated }) => deprecated === 1n) ? { replacedBy: display(keyOf(successor)) } : {}),
    isPaused: all(({ paused }) => paused === 1n),
    feeBasisPoints: answers.length === 0 ? 0 : Math.min(...fees),
  };
}

export type TokenNote = 'token_deprecated' | 'token_paused' | 'token_fee';

/** Codes of `NetworkStatus.notes`. */
export const tokenNotes = (token: TokenState | undefined): TokenNote[] =>
  token === undefined
    ? []
    : [
        ...(token.replacedBy === undefined ? [] : (['token_deprecated'] as const)),
        ...(token.isPaused ? (['token_paused'] as const) : []),
        ...(token.feeBasisPoints > 0 ? (['token_fee'] as const) : []),
      ];
