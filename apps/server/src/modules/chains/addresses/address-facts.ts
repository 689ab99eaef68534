import type { AddressWarning } from '@stablegate/contract';
import { BUSY_PER_HOUR } from '../chains.domain';

/** What one network says about an address. */
export type AddressFacts = {
  readonly kind: 'wallet' | 'contract' | 'token' | 'token_account' | 'program';
  /** Of a token account: the wallet that it belongs to. */
  readonly owner?: string;
  /** More than BUSY_PER_HOUR transfers of USDT came in within the last hour. */
  readonly isBusy: boolean;
};

/** What is known of an address from all networks on which it would be watched. */
export type AddressFindings = {
  readonly refusal:
    | { readonly code: 'address_is_token' | 'address_is_token_account' | 'address_is_unspendable'; readonly owner?: string }
    | undefined;
  readonly warnings: readonly AddressWarning[];
  readonly isBusy: boolean;
};

/** Fewer than this in a short sample say nothing about an hour. */
const SAMPLE_MIN = 10;

/** A node may give logs of a few blocks only; then what was counted there stands for the hour. */
export const isBusyAt = (count: number, blocksRead: number, blocksPerHour: number): boolean =>
  count > BUSY_PER_HOUR || (blocksRead < blocksPerHour && count >= SAMPLE_MIN && count * blocksPerHour > BUSY_PER_HOUR * blocksRead);

const REFUSALS = {
  token: 'address_is_token',
  token_account: 'address_is_token_account',
} as const;

/** `own` is the network for which it is registered, `others` the rest of its family. */
export function conclude(own: AddressFacts | undefined, others: readonly AddressFacts[]): AddressFindings {
  const all = own === undefined ? others : [own, ...others];
  const isBusy = all.some((facts) => facts.isBusy);
  for (const { kind, owner } of all) {
    if (kind === 'token' || kind === 'token_account')
      return { refusal: { code: REFUSALS[kind], ...(owner === undefined ? {} : { owner }) }, warnings: [], isBusy };
  }
  if (own?.kind === 'contract') return { refusal: undefined, warnings: ['contract'], isBusy };
  if (own?.kind === 'program') return { refusal: undefined, warnings: ['program_address'], isBusy };
  // The same contract need not exist on this network: what is sent here could then be nobody's.
  const isElsewhere = others.some(({ kind }) => kind === 'contract');
  return { refusal: undefined, warnings: isElsewhere ? ['contract_elsewhere'] : [], isBusy };
}
