import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import type { Network } from '@stablegate/contract';
import { type ParsedAddress, parseAddress } from './addresses';

const SIGNATURE_BYTES = { secp256k1: 65, ed25519: 64 } as const;
/** Longest text form of a signature: 0x and two digits per byte. */
const TEXT_MAX = 2 + 2 * SIGNATURE_BYTES.secp256k1;

const keccakOf = (...texts: readonly string[]): Uint8Array => keccak_256(utf8ToBytes(texts.join('')));

/** EIP-191 and TRON's signMessageV2 differ only in the name; the length counts bytes, in decimal. */
const personalHash = (chain: 'Ethereum' | 'TRON', message: string): Uint8Array =>
  keccakOf(`\x19${chain} Signed Message:\n`, String(utf8ToBytes(message).length), message);

/** What eth_signTypedData_v4 (EIP-712) signs instead of the plain text. An address is the same on all EVM networks, so no chain id. */
export const typedStatement = (statement: string) => ({
  domain: { name: 'Stablegate', version: '1' },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
    ],
    Statement: [{ name: 'statement', type: 'string' }],
  },
  primaryType: 'Statement',
  message: { statement },
});

const DOMAIN_SEPARATOR = keccak_256(
  concatBytes(keccakOf('EIP712Domain(string name,string version)'), keccakOf('Stablegate'), keccakOf('1')),
);
const STATEMENT_TYPE = keccakOf('Statement(string statement)');

const typedHash = (statement: string): Uint8Array =>
  keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), DOMAIN_SEPARATOR, keccak_256(concatBytes(STATEMENT_TYPE, keccakOf(statement)))));

/** Undefined unless the bytes are r, s and a recovery number, with s in the lower half as every wallet produces it. */
function recoverKey(hash: Uint8Array, signature: Uint8Array): string | undefined {
  if (signature.length !== SIGNATURE_BYTES.secp256k1) return undefined;
  const v = signature[64] ?? 0;
  const recovery = v >= 27 ? v - 27 : v; // hardware wallets send 0 or 1, the others 27 or 28
  if (recovery !== 0 && recovery !== 1) return undefined;
  try {
    const parsed = secp256k1.Signature.fromBytes(signature.subarray(0, 64)).addRecoveryBit(recovery);
    if (parsed.hasHighS()) return undefined;
    const publicKey = parsed.recoverPublicKey(hash).toBytes(false).subarray(1); // without the "uncompressed" prefix byte
    return `0x${bytesToHex(keccak_256(publicKey).subarray(12))}`;
  } catch {
    return undefined; // r or s is out of range, or no point has this x
  }
}

/** Strict RFC 8032 rules: they also refuse keys of small order, for which one signature fits many messages. */
function isSolanaSignature(address: string, message: string, signature: Uint8Array): boolean {
  if (signature.length !== SIGNATURE_BYTES.ed25519) return false;
  try {
    return ed25519.verify(signature, utf8ToBytes(message), base58.decode(address), { zip215: false });
  } catch {
    return false; // the address is not a point of the curve
  }
}

const DECODERS: readonly (readonly [RegExp, (text: string) => Uint8Array])[] = [
  [/^(0x)?([0-9a-f]{2})+$/i, (text) => hexToBytes(text.replace(/^0x/i, ''))],
  [/^[1-9A-HJ-NP-Za-km-z]+$/, base58.decode],
  [/^[A-Za-z0-9+/]+={0,2}$/, base64.decode],
];

/** Every decoding of the text that has the expected length: hex is also valid base58. */
function* decode(text: string, bytes: number): Generator<Uint8Array> {
  if (text.length > TEXT_MAX) return;
  for (const [form, read] of DECODERS) {
    if (!form.test(text)) continue;
    try {
      const value = read(text);
      if (value.length === bytes) yield value;
    } catch {
      // not in this encoding
    }
  }
}

function isEvmSignature({ key }: ParsedAddress, message: string, signature: Uint8Array): boolean {
  return [personalHash('Ethereum', message), typedHash(message)].some((hash) => recoverKey(hash, signature) === key);
}

/**
 * Whether the address's key signed exactly this text. EVM: personal_sign (EIP-191) or EIP-712 of `typedStatement`; TRON: signMessageV2;
 * both as hex. Solana: ed25519 over the text's bytes, as base58, base64 or hex. Malformed input is false.
 */
export function isSignedBy(network: Network, address: string, message: string, signature: string): boolean {
  const parsed = parseAddress(network, address);
  if (parsed === undefined) return false;
  const text = signature.trim();
  if (parsed.family === 'solana')
    return [...decode(text, SIGNATURE_BYTES.ed25519)].some((bytes) => isSolanaSignature(parsed.key, message, bytes));
  if (!/^(0x)?[0-9a-f]{130}$/i.test(text)) return false;
  const bytes = hexToBytes(text.replace(/^0x/i, ''));
  if (parsed.family === 'evm') return isEvmSignature(parsed, message, bytes);
  return recoverKey(personalHash('TRON', message), bytes) === parsed.key;
}
