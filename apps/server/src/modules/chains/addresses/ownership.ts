import { randomBytes } from 'node:crypto';
import type { AddressChallenge, Network } from '@stablegate/contract';
import type { Clocks } from '../../../platform/clock';
import type { Db, Tx } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import type { ParsedAddress } from './addresses';
import { findChallenge, insertChallenge, type OwnedAddress, readMarks, saveBusy, saveProven, useChallenge } from './ownership.queries';
import { isSignedBy, typedStatement } from './signatures';

export type Claimant = { readonly userId: UserId; readonly merchantId: string };
export type Proof = { readonly nonce: string; readonly signature: string };

const VALID_MS = 30 * 60_000;
const NONCE_BYTES = 16;

/**
 * Plain ASCII: hardware wallets show nothing else. The merchant id tells signers on whose behalf they sign, should a stranger ask them to.
 */
const messageFor = (address: string, merchantId: string, nonce: string, expiresAt: Date): string =>
  [
    'Stablegate: I hold the key of this address and receive payments there.',
    `Address: ${address}`,
    `Merchant ID: ${merchantId}`,
    `Nonce: ${nonce}`,
    `Valid until: ${expiresAt.toISOString()}`,
  ].join('\n');

/** Proofs of ownership, and facts about owned addresses. Proofs use real time, which a sandbox cannot move. */
export function createOwnership({ db, clocks }: { readonly db: Db; readonly clocks: Clocks }) {
  const clock = clocks.real;
  return {
    newChallenge: async ({ userId, merchantId }: Claimant, address: ParsedAddress): Promise<AddressChallenge> => {
      const nonce = randomBytes(NONCE_BYTES).toString('hex');
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + VALID_MS);
      const message = messageFor(address.display, merchantId, nonce, expiresAt);
      await insertChallenge(db.query, { nonce, userId, family: address.family, key: address.key, message, createdAt, expiresAt });
      const typedData = address.family === 'evm' ? { typedData: typedStatement(message) } : {};
      return { nonce, message, expiresAt: expiresAt.toISOString(), ...typedData };
    },
    /** good: `acceptProof` may follow · expired: another user's or address's, used, or too late · wrong: another key or text. */
    checkProof: async (userId: UserId, network: Network, address: ParsedAddress, proof: Proof): Promise<'good' | 'expired' | 'wrong'> => {
      const message = await findChallenge(db.query, { ...address, userId, nonce: proof.nonce }, clock.now());
      if (message === undefined) return 'expired';
      return isSignedBy(network, address.display, message, proof.signature) ? 'good' : 'wrong';
    },
    /** In the transaction that claims the address. False when the challenge was used meanwhile. */
    acceptProof: async (tx: Tx, userId: UserId, address: ParsedAddress, { nonce, signature }: Proof): Promise<boolean> => {
      const now = clock.now();
      if (!(await useChallenge(tx, { ...address, userId, nonce }, signature, now))) return false;
      await saveProven(tx, address.family, address.key, now);
      return true;
    },
    markBusy: (tx: Tx, { family, key }: ParsedAddress): Promise<void> => saveBusy(tx, family, key, clocks.business.now()),
    /** By `family:key`. */
    marksOf: (addresses: readonly OwnedAddress[]) => readMarks(db.query, addresses),
  };
}
