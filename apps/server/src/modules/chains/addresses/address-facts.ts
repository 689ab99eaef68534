import type { AddressWarning } from '@stablegate/contract';
import { BUSY_PER_HOUR } from '../chains.domain';

/** One network's facts about an address. */
export type AddressFacts = {
  readonly kind: 'wallet' | 'contract' | 'token' | 'token_account' | 'program';
  /** Of a token account: its wallet. */
  readonly owner?: string;
  /** More than BUSY_PER_HOUR USDT transfers arrived within the last hour. */
  readonly isBusy: boolean;
};

/** Combined facts of all networks on which an address would be watched. */
export type AddressFindings = {
  readonly refusal:
    | { readonly code: 'address_is_token' | 'address_is_token_account' | 'address_is_unspendable'; readonly owner?: string }
    | undefined;
  readonly warnings: readonly AddressWarning[];
  readonly isBusy: boolean;
};

/** Smaller counts in a short sample are not extrapolated to an hour. */
const SAMPLE_MIN = 10;

/** A node may return logs of a few blocks only; the count is then extrapolated to an hour. */
export const isBusyAt = (count: number, blocksRead: number, blocksPerHour: number): boolean =>
  count > BUSY_PER_HOUR || (blocksRead < blocksPerHour && count >= SAMPLE_MIN && count * blocksPerHour > BUSY_PER_HOUR * blocksRead);

const REFUSALS = {
  token: 'address_is_token',
  token_account: 'address_is_token_account',
} as const;

/** `own` is the network it is registered for, `others` the rest of its family. */
export function conclude(own: AddressFacts | undefined, others: readonly AddressFacts[]): AddressFindings {
  const all = own === undefined ? others : [own, ...others];
  const isBusy = all.some((facts) => facts.isBusy);
  for (const { kind, owner } of all) {
    if (kind === 'token' || kind === 'token_account')
      return { refusal: { code: REFUSALS[kind], ...(owner === undefined ? {} : { owner }) }, warnings: [], isBusy };
  }
  if (own?.kind === 'contract') return { refusal: undefined, warnings: ['contract'], isBusy };
  if (own?.kind === 'program') return { refusal: undefined, warnings: ['program_address'], isBusy };
  // The contract may not exist on this network: money sent here could then be lost.
  const isElsewhere = others.some(({ kind }) => kind === 'contract');
  return { refusal: undefined, warnings: isElsewhere ? ['contract_elsewhere'] : [], isBusy };
}
