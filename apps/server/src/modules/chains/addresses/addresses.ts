import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, createBase58check } from '@scure/base';
import type { Network } from '@stablegate/contract';
import { FAMILY_OF, type Family } from '../chains.domain';

export type ParsedAddress = {
  readonly family: Family;
  /** The canonical spelling within its family. */
  readonly key: string;
  /** As wallets show it. */
  readonly display: string;
};

const TRON_PREFIX = 0x41;
const base58check = createBase58check(sha256);

const EVM_PATTERN = /^0x[0-9a-fA-F]{40}$/;
/** No contract lives there and no one can spend from it. */
const ZERO_KEY = `0x${'0'.repeat(40)}`;

/** EIP-55: the letters' case carries a checksum of the address. */
export function toChecksumAddress(key: string): string {
  const digits = key.slice(2);
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  return `0x${[...digits].map((digit, index) => (Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`;
}

function parseEvm(text: string): ParsedAddress | undefined {
  if (!EVM_PATTERN.test(text)) return undefined;
  const digits = text.slice(2);
  const key = `0x${digits.toLowerCase()}`;
  const display = toChecksumAddress(key);
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (key === ZERO_KEY || (isMixed && text !== display)) return undefined;
  return { family: 'evm', key, display };
}

/** TRON's JSON-RPC omits the prefix byte; so does the key, and the family distinguishes it from an EVM address. */
function parseTron(text: string): ParsedAddress | undefined {
  if (text.length !== 34) return undefined;
  try {
    const bytes = base58check.decode(text);
    if (bytes.length !== 21 || bytes[0] !== TRON_PREFIX) return undefined;
    const key = `0x${bytesToHex(bytes.subarray(1))}`;
    return key === ZERO_KEY ? undefined : { family: 'tron', key, display: text };
  } catch {
    return undefined; // not base58, or a mistyped character
  }
}

function parseSolana(text: string): ParsedAddress | undefined {
  if (text.length < 32 || text.length > 44) return undefined;
  try {
    const bytes = base58.decode(text);
    if (bytes.length !== 32 || bytes.every((byte) => byte === 0)) return undefined; // all zero is the system program
    return { family: 'solana', key: text, display: text };
  } catch {
    return undefined;
  }
}

const PARSERS: Record<Family, (text: string) => ParsedAddress | undefined> = { evm: parseEvm, tron: parseTron, solana: parseSolana };

/** Undefined for anything that is not an address of this network: wrong alphabet, length or checksum, or another network's form. */
export const parseAddress = (network: Network, text: string): ParsedAddress | undefined => PARSERS[FAMILY_OF[network]](text);

/** The key of an EVM or TRON address in display form. */
export function displayAddress(family: Family, key: string): string {
  if (family === 'solana') return key;
  if (family === 'evm') return toChecksumAddress(key);
  return base58check.encode(Uint8Array.from([TRON_PREFIX, ...Buffer.from(key.slice(2), 'hex')]));
}
