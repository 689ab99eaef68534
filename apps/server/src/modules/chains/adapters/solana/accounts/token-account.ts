import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';
import { assert } from '../../../../../platform/assert';

/** The classic Token program, which owns USDT's mint, and the program that owns associated token accounts. */
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const MARKER = new TextEncoder().encode('ProgramDerivedAddress');

function isPoint(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Whether an address can have a private key: program addresses are chosen off the curve so that they cannot. */
export const isOnCurve = (address: string): boolean => isPoint(base58.decode(address));

/** A program-derived address is a hash that is no public key: the first bump, counting down, that lies off the curve. */
function findProgramAddress(seeds: readonly Uint8Array[], program: Uint8Array): Uint8Array {
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = sha256(Uint8Array.from([...seeds.flatMap((seed) => [...seed]), bump, ...program, ...MARKER]));
    if (!isPoint(hash)) return hash;
  }
  throw new Error('no program address exists for these seeds');
}

/** The account that holds a wallet's tokens of this mint: transfers name this account, never the wallet. */
export function associatedTokenAccount(owner: string, mint: string): string {
  const seeds = [owner, TOKEN_PROGRAM, mint].map((address) => base58.decode(address));
  assert(
    seeds.every((seed) => seed.length === 32),
    'an owner and a mint of 32 bytes',
  );
  return base58.encode(findProgramAddress(seeds, base58.decode(ASSOCIATED_TOKEN_PROGRAM)));
}
