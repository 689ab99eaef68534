import { ALLOWED_IPS_MAX } from '@stablegate/contract';
import { parseRange } from '@stablegate/rules';
import type { TFunction } from './i18n/texts';

type Added = { addresses: readonly string[] } | { problem: 'invalid'; text: string } | { problem: 'too-many' };

/** Input may hold several entries, separated by spaces, commas or lines; one bad entry adds none, so that none gets lost. */
export function addAddresses(before: readonly string[], text: string): Added {
  const entries = text
    .split(/[\s,;]+/)
    .filter((entry) => entry !== '')
    .map((entry) => entry.toLowerCase());
  const bad = entries.find((entry) => parseRange(entry) === undefined);
  if (bad !== undefined) return { problem: 'invalid', text: bad };
  const addresses = [...new Set([...before, ...entries])];
  return addresses.length > ALLOWED_IPS_MAX ? { problem: 'too-many' } : { addresses };
}

export const addressProblem = (t: TFunction, added: Extract<Added, { problem: string }>): string =>
  added.problem === 'invalid'
    ? t('{{address}} is not an IP address or a CIDR range.', { address: `"${added.text}"` })
    : t('The list is full: it can have at most 50 entries.');
