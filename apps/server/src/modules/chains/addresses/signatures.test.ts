import { sign } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base58 } from '@scure/base';
import type { Network } from '@stablegate/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newEvmKey, newSolanaKey, newTronKey } from '../../../../test/wallet-keys';
import { isSignedBy } from './signatures';

const PLAIN = 'Stablegate: I own this address.\nNonce: 0123456789abcdef';
const ACCENTS = 'Địa chỉ này là của tôi: ví ✓'; // the prefix counts bytes, not characters

const EVM = '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23';
const TRON = 'TE2H9hWjzYdwzDFRJfx9BFhr4MmjH1CHaz';
const SOLANA = 'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB';

/**
 * Produced by the wallets' own libraries: viem 2.57 (signMessage, signTypedData), tronweb 6.5 (signMessageV2), @solana/kit (signMessages).
 */
const VECTORS: readonly (readonly [string, Network, string, string, string])[] = [
  [
    'EIP-191',
    'ERC20',
    EVM,
    PLAIN,
    '0xded96ff15967ac50071aed99884ed5861b66fe64aec539ba7d9cf455c20e2174540ed1f94e5c35e52b14e7a9f3a21718f3521ed97fb61837432a9d2cc83b3d101c',
  ],
  [
    'EIP-191',
    'BEP20',
    EVM,
    ACCENTS,
    '0x4f8532aa3dca7736d2723d4366889062607300710b0f79c47c685b6eb46ccbb52339cc12708d440f287577edd047c4013147c4f1d32b2fd856d6402f3f47b7101b',
  ],
  [
    'EIP-712',
    'POLYGON',
    EVM,
    PLAIN,
    '0x94a7aa962062aadca3a58fec7199c427c76555475301007436f99954c551b79976d3bdc9b5a6a01dc94e40e6c423bbdecd63581e8d0498552c7ac64e37f0ca751b',
  ],
  [
    'EIP-712',
    'ERC20',
    EVM,
    ACCENTS,
    '0x6dbd4b75636110864ac5317c4d81d6158b52fc7eb6466e66628d09d9140735a9385a22996f71f281bd9f152df5cb62b7458048d5a6b8cba940f1577a8816dd1b1b',
  ],
  [
    'signMessageV2',
    'TRON',
    TRON,
    PLAIN,
    '0xaab96251147d42a37e084636e93e4e72f848f7cf6049e46fb7fc2cfd165050af56c3f12fd1e76e2e40e3555da674c54a7bd018857bd27ef6e3d0caaa3d7fb4111c',
  ],
  [
    'signMessageV2',
    'TRON',
    TRON,
    ACCENTS,
    '0x6c617f04cea56dffe4cb00fe367edb0a8163b4379658edfacff1b5db8eaf156054baca6464fc42900f0e583f76ac5c3f60e21172b1d67b007e251580207043751c',
  ],
  ['ed25519, base58', 'SOLANA', SOLANA, PLAIN, 'DXFfrfR7QcWKMkGKq6MG97cPqoEALUWaRA4VhftC6daXyPQb2oXfkAoCNkwhngWVngKm56f4t1QbDFsd35gWGzH'],
  [
    'ed25519, base64',
    'SOLANA',
    SOLANA,
    ACCENTS,
    'f0/RytqvztGDVGi1hHuXMPx7150iSPtBV9QUd2IdwccbkKqBgbwgYjsDOe1wmsocluG6hLL2C0TVs4C1uv/9DA==',
  ],
];
const evmOf = (hex: string) => ({ r: hex.slice(2, 66), s: BigInt(`0x${hex.slice(66, 130)}`), v: hex.slice(130) });
const [, , , , GOOD] = VECTORS[0] ?? fail();
function fail(): never {
  throw new Error('no vector');
}

describe('signatures of wallets', () => {
  test.each(VECTORS)('%s on %s is recognised, and for nothing else', (_, network, address, message, signature) => {
    expect(isSignedBy(network, address, message, signature)).toBe(true);
    expect(isSignedBy(network, address, ` ${message}`, signature)).toBe(false);
    expect(isSignedBy(network, address, '', signature)).toBe(false);
    expect(isSignedBy(network, address, message, ` ${signature}\n`)).toBe(true); // pasted with whitespace
    for (const [, other, otherAddress] of VECTORS)
      if (otherAddress !== address) expect(isSignedBy(other, otherAddress, message, signature)).toBe(false);
  });

  test('a Solana signature may be hex, with and without 0x', () => {
    const hex = Buffer.from(base58.decode(VECTORS[6]?.[4] ?? '')).toString('hex');
    expect(isSignedBy('SOLANA', SOLANA, PLAIN, hex)).toBe(true);
    expect(isSignedBy('SOLANA', SOLANA, PLAIN, `0x${hex}`)).toBe(true);
  });

  test('signatures are not malleable: s in the upper half is refused although it recovers the same key', () => {
    const { r, s, v } = evmOf(GOOD);
    const high = (secp256k1.Point.Fn.ORDER - s).toString(16).padStart(64, '0');
    expect(isSignedBy('ERC20', EVM, PLAIN, `0x${r}${high}${v === '1c' ? '1b' : '1c'}`)).toBe(false);
  });

  test('the recovery number is 27 or 28, or 0 or 1 as hardware wallets send it, and no other', () => {
    const accepted = Array.from({ length: 256 }, (_, v) => v).filter((v) =>
      isSignedBy('ERC20', EVM, PLAIN, `${GOOD.slice(0, 130)}${v.toString(16).padStart(2, '0')}`),
    );
    expect(accepted).toEqual([1, 28]);
  });

  test.each([
    '',
    '0x',
    GOOD.slice(0, -2),
    `${GOOD}00`,
    `0x${'0'.repeat(130)}`,
    `0x${'f'.repeat(130)}`,
    `0x${'g'.repeat(130)}`,
    '1'.repeat(10_000),
    'ԁ'.repeat(88),
  ])('%s is no signature', (signature) => {
    for (const [, network, address, message] of VECTORS) expect(isSignedBy(network, address, message, signature)).toBe(false);
  });

  test('a Solana key of small order proves nothing', () => {
    const weak = base58.encode(Uint8Array.of(1, ...new Uint8Array(31))); // the neutral element
    const forged = base58.encode(Uint8Array.of(1, ...new Uint8Array(63))); // R neutral, s = 0: the equation holds for every message
    expect(isSignedBy('SOLANA', weak, PLAIN, forged)).toBe(false);
  });

  test('what OpenSSL signs with an ed25519 key is a Solana signature', () => {
    const { address, key } = newSolanaKey();
    expect(isSignedBy('SOLANA', address, ACCENTS, sign(null, Buffer.from(ACCENTS), key).toString('base64'))).toBe(true);
  });

  test('any text signed by any key is recognised, and one changed bit is not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(newEvmKey, newTronKey, newSolanaKey), fc.nat(63), (text, make, at) => {
        const { network, address, signMessage } = make();
        const signature = signMessage(text);
        expect(isSignedBy(network, address, text, signature)).toBe(true);
        const bytes = network === 'SOLANA' ? base58.decode(signature) : Buffer.from(signature.slice(2), 'hex');
        bytes[at] = (bytes[at] ?? 0) ^ 1;
        expect(isSignedBy(network, address, text, Buffer.from(bytes).toString('hex'))).toBe(false);
      }),
      { numRuns: 25 },
    );
  });
});
