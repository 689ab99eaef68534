import { isLimitName, LIMITS, type LimitName } from '@stablegate/contract';
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
