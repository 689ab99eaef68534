import { ADDRESS_LOCK_HOURS_MAX, isLimitName, LIMITS, type LimitName } from '@stablegate/contract';
import { MICRO, parseMicros } from '@stablegate/rules';
import { z } from 'zod';

/** Calls by the limit's name; 0 is no limit. */
export type LimitSettings = Readonly<Partial<Record<LimitName, number>>>;

/** Comma-separated. */
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

export const limitList = list
  .refine((parts) => parts.every((part) => /^[a-z-]+=\d{1,9}$/.test(part)), 'is written name=calls')
  .transform((parts) => parts.map((part) => part.split('=') as [string, string]))
  .refine((parts) => parts.every(([name]) => isLimitName(name)), 'has a name that docs/access.md does not list')
  .transform((parts) => Object.fromEntries(parts.map(([name, calls]) => [name, Number.parseInt(calls, 10)])) as LimitSettings);

/** Load is measured in the sandbox. */
export const SANDBOX_LIMITS: LimitSettings = Object.fromEntries(
  Object.entries(LIMITS).flatMap(([name, limit]) => ('load' in limit ? [[name, 0]] : [])),
);

export type ProtectionSettings = {
  readonly addressLockHours: number;
  /** From this balance or day's revenue on; undefined: nobody is asked for a second factor. */
  readonly secondFactorAdviceMicros: bigint | undefined;
  /** Zero bits of the hash that an order of a payment link has to show; 0 is none. */
  readonly linkProofBits: number;
};

/** A day to notice the mail. */
const ADDRESS_LOCK_HOURS_DEFAULT = 24;
/** A million hashes: minutes on an old phone. */
const LINK_PROOF_BITS_MAX = 20;
const SECOND_FACTOR_ADVICE_DEFAULT = 1_000n * MICRO;

export const protectionFields = {
  ADDRESS_LOCK_HOURS: z.coerce
    .number()
    .int()
    .min(0)
    .max(ADDRESS_LOCK_HOURS_MAX)
    .optional()
    .describe('How long a change of a receiving address waits where its owner has not chosen; 24, in the sandbox 0'),
  SECOND_FACTOR_ADVICE_USDT: z
    .string()
    .transform((text) => parseMicros(text) ?? -1n)
    .refine((micros) => micros >= 0n, 'is a decimal, 0 or more')
    .optional()
    .describe(
      'From this balance or revenue of a day on, whoever has no second factor is asked to set one up; 1000, in the sandbox 0: never',
    ),
  PAYMENT_LINK_PROOF_BITS: z.coerce
    .number()
    .int()
    .min(0)
    .max(LINK_PROOF_BITS_MAX)
    .default(0)
    .describe(
      "Proof of work that a customer's browser does in the background before a payment link makes an order: zero bits of a SHA-256 hash. 0 asks for none; each bit doubles the work, 14 takes a second or so. Needs https",
    ),
};
export const protectionEnvironment = z.object(protectionFields);

export function readProtection(env: z.output<typeof protectionEnvironment>, sandbox: boolean): ProtectionSettings {
  const advice = env.SECOND_FACTOR_ADVICE_USDT ?? (sandbox ? 0n : SECOND_FACTOR_ADVICE_DEFAULT);
  return {
    addressLockHours: env.ADDRESS_LOCK_HOURS ?? (sandbox ? 0 : ADDRESS_LOCK_HOURS_DEFAULT),
    linkProofBits: env.PAYMENT_LINK_PROOF_BITS,
    secondFactorAdviceMicros: advice === 0n ? undefined : advice,
  };
}
