import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import type { Network } from '@stablegate/contract';
import { displayAddress } from '../src/modules/chains/addresses/addresses';

/** A wallet: an address and the key to sign with. */
export type WalletKey = { readonly network: Network; readonly address: string; signMessage(text: string): string };

function newSecp256k1Key(network: Network, family: 'evm' | 'tron', name: string): WalletKey {
  const secret = secp256k1.utils.randomSecretKey();
  const publicKey = secp256k1.getPublicKey(secret, false).subarray(1);
  const key = `0x${Buffer.from(keccak_256(publicKey).subarray(12)).toString('hex')}`;
  return {
    network,
    address: displayAddress(family, key),
    signMessage: (text) => {
      const body = Buffer.from(text);
      const hash = keccak_256(Buffer.concat([Buffer.from(`\x19${name} Signed Message:\n${body.length}`), body]));
      const [recovery = 0, ...rest] = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' });
      return `0x${Buffer.from([...rest, 27 + recovery]).toString('hex')}`;
    },
  };
}

export const newEvmKey = (): WalletKey => newSecp256k1Key('BEP20', 'evm', 'Ethereum');
export const newTronKey = (): WalletKey => newSecp256k1Key('TRON', 'tron', 'TRON');

export function newSolanaKey(): WalletKey & { readonly key: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    network: 'SOLANA',
    key: privateKey,
    address: base58.encode(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)),
    signMessage: (text) => base58.encode(sign(null, Buffer.from(text), privateKey)),
  };
}
