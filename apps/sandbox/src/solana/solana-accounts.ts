import { createHash } from 'node:crypto';
import { type Address, createKeyPairSignerFromPrivateKeyBytes, getAddressDecoder, isAddress, type KeyPairSigner } from '@solana/kit';
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { INVALID_PARAMS, RpcError } from '../chain/chain-types';

const digestOf = (name: string): Uint8Array => createHash('sha256').update(`stablegate sandbox ${name}`).digest();
const addressOf = (name: string): Address => getAddressDecoder().decode(digestOf(name));

/** The same in every sandbox: derived from their names. The mints' addresses have no key, like program addresses. */
export const USDT_MINT: Address = addressOf('usdt');
export const FAKE_MINT: Address = addressOf('fake usdt');
export const SOLANA_DECIMALS = 6;

/** Pays everything, and may mint; its key is public and worthless elsewhere. */
export const solanaPayer = (): Promise<KeyPairSigner> => createKeyPairSignerFromPrivateKeyBytes(digestOf('payer'));

const known = new Map<string, Promise<Address>>();

/** Deriving one takes some milliseconds of hashing, so they are cached. */
export function tokenAccountOf(owner: Address, mint: Address): Promise<Address> {
  const key = `${owner}:${mint}`;
  const found = known.get(key) ?? findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS }).then(([account]) => account);
  known.set(key, found);
  return found;
}

export function toSolanaAddress(text: string): Address {
  if (!isAddress(text)) throw new RpcError(INVALID_PARAMS, `${text} is not a Solana address`);
  return text;
}
