import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { base58, createBase58check } from '@scure/base';
import type { Network } from '@stablegate/contract';
import { getAddress } from 'viem';

const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest();
const base58check = createBase58check((data) => sha256(data));

/** Addresses without keys: payments in the sandbox only have to be seen. */
export function addressesOf(name: string): Record<Network, string> {
  const evm = `0x${sha256(`stablegate demo ${name} evm`).subarray(0, 20).toString('hex')}`;
  const tron = base58check.encode(
    Uint8Array.from(Buffer.concat([Buffer.from([0x41]), sha256(`stablegate demo ${name} tron`).subarray(0, 20)])),
  );
  const address = getAddress(evm);
  const solana = base58.encode(Uint8Array.from(sha256(`stablegate demo ${name} solana`)));
  return { BEP20: address, ERC20: address, POLYGON: address, TRON: tron, SOLANA: solana };
}

/** The last 32 bytes of an exported Ed25519 key. */
const ED25519_BYTES = 32;

/** A new one each time: an address belongs to one user. On Solana a key's, since half of all other numbers are addresses of programs. */
export function newAddress(network: Network): string {
  if (network !== 'SOLANA') return addressesOf(randomUUID())[network];
  const der = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' });
  return base58.encode(Uint8Array.from(der.subarray(-ED25519_BYTES)));
}
