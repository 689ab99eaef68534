import type { Network } from '@stablegate/contract';
import { AppError, type AppErrorOptions } from '../../platform/app-error';
import type { Tx } from '../../platform/db/db';
import type { UserId } from '../../platform/id-types';
import type { ParsedAddress } from '../chains/chains.service';
import type { StoreDeps } from './stores.deps';

export type AddressAnswers = {
  /** The user has confirmed the warnings. */
  readonly confirmed?: boolean | undefined;
  readonly proof?: { readonly nonce: string; readonly signature: string } | undefined;
};
/** The address's owner-to-be; the message to sign contains the merchant id. */
export type Registrant = { readonly userId: UserId; readonly merchantId: string };
export type CheckedAddress = ParsedAddress & { readonly isBusy: boolean; readonly proof: AddressAnswers['proof'] };

type Refusal = ConstructorParameters<typeof AppError>[0];

/** The error names the field. */
function refuse(code: Refusal, options: AppErrorOptions = {}): AppError {
  const { message } = new AppError(code);
  return new AppError(code, { ...options, errors: [{ path: 'address', message }] });
}

/** Checks on the text alone: not an address, or one that can never return money. */
export function parseAddress(deps: StoreDeps, network: Network, text: string): ParsedAddress {
  const reason = deps.addresses.unusableBecause(network, text);
  if (reason !== undefined) throw refuse(reason);
  const address = deps.addresses.parseAddress(network, text);
  if (address === undefined) throw refuse('invalid_address');
  return address;
}

async function lookUp(deps: StoreDeps, { userId }: Registrant, network: Network, address: ParsedAddress) {
  const isWithin = (await deps.limiter.allows('address-lookup', userId)) && (await deps.limiter.allows('address-lookups', 'all'));
  return deps.addresses.lookUpAddress(network, address, { mayAskNodes: isWithin });
}

async function checkProof(
  deps: StoreDeps,
  registrant: Registrant,
  network: Network,
  address: ParsedAddress,
  proof: NonNullable<AddressAnswers['proof']>,
): Promise<void> {
  const verdict = await deps.addresses.checkProof(registrant.userId, network, address, proof);
  if (verdict === 'good') return;
  if (verdict === 'expired') throw await expired(deps, registrant, address);
  const { message } = new AppError('proof_refused');
  throw new AppError('proof_refused', { errors: [{ path: 'proof.signature', message }] });
}

const expired = async (deps: StoreDeps, registrant: Registrant, address: ParsedAddress): Promise<AppError> =>
  new AppError('proof_expired', { details: { challenge: await deps.addresses.newChallenge(registrant, address) } });

/**
 * All checks before an address is accepted, outside the transaction because nodes are queried. The user's own addresses are not looked up
 * again. Order: what can never work, ownership, the proof, then what has to be confirmed.
 */
export async function checkAddress(
  deps: StoreDeps,
  registrant: Registrant,
  network: Network,
  text: string,
  { confirmed, proof }: AddressAnswers,
): Promise<CheckedAddress> {
  const address = parseAddress(deps, network, text);
  const owner = await deps.addresses.ownerOf(deps.db.query, network, address.display);
  const isOwn = owner !== undefined && owner !== 'platform' && owner.userId === registrant.userId;
  if (owner !== undefined && !isOwn) throw new AppError('address_in_use');
  if (proof !== undefined) await checkProof(deps, registrant, network, address, proof);
  if (isOwn) return { ...address, isBusy: false, proof };
  const { refusal, warnings, isBusy } = await lookUp(deps, registrant, network, address);
  if (refusal !== undefined) throw refuse(refusal.code, refusal.owner === undefined ? {} : { details: { owner: refusal.owner } });
  if (isBusy && proof === undefined)
    throw refuse('address_needs_proof', { details: { challenge: await deps.addresses.newChallenge(registrant, address) } });
  if (warnings.length > 0 && confirmed !== true) throw refuse('address_needs_confirmation', { details: { warnings } });
  return { ...address, isBusy, proof };
}

/** In the transaction, once the address is claimed: whether it is busy, and the proof, which is consumed. */
export async function keepFindings(tx: Tx, deps: StoreDeps, registrant: Registrant, address: CheckedAddress): Promise<void> {
  if (address.isBusy) await deps.addresses.markBusy(tx, address);
  if (address.proof === undefined) return;
  if (!(await deps.addresses.acceptProof(tx, registrant.userId, address, address.proof))) throw new AppError('proof_expired');
}
