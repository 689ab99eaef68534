import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { base58, createBase58check } from '@scure/base';
import { NETWORKS, type Network } from '@stablegate/contract';
import { FAMILY_OF, type NetworkFamily } from '@stablegate/rules';
import { getAddress } from 'viem';

const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest();
const base58check = createBase58check((data) => sha256(data));

/** One address serves all networks of its family. */
export const byFamily = (addresses: Readonly<Record<NetworkFamily, string>>): Readonly<Record<Network, string>> =>
  Object.fromEntries(NETWORKS.map((network) => [network, addresses[FAMILY_OF[network]]])) as Record<Network, string>;

/** Addresses without keys: payments in the sandbox only have to be seen. */
export function addressesOf(name: string): Readonly<Record<Network, string>> {
  const evm = `0x${sha256(`stablegate demo ${name} evm`).subarray(0, 20).toString('hex')}`;
  const tron = base58check.encode(
    Uint8Array.from(Buffer.concat([Buffer.from([0x41]), sha256(`stablegate demo ${name} tron`).subarray(0, 20)])),
  );
  const address = getAddress(evm);
  const solana = base58.encode(Uint8Array.from(sha256(`stablegate demo ${name} solana`)));
  return byFamily({ evm: address, tron, solana });
}

/** The last 32 bytes of an exported Ed25519 key. */
const ED25519_BYTES = 32;

/** A new one each time: an address belongs to one user. On Solana a key's, since half of all other numbers are addresses of programs. */
export function newAddress(network: Network): string {
  if (FAMILY_OF[network] !== 'solana') return addressesOf(randomUUID())[network];
  const der = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' });
  return base58.encode(Uint8Array.from(der.subarray(-ED25519_BYTES)));
}
