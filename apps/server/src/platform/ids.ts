import { randomBytes, randomFillSync } from 'node:crypto';
import { type Entity, ID_PREFIXES, type Id } from './id-types';

/** Crockford's base32: no letter that looks like a digit. */
const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_CHARS = 10;
const RANDOM_CHARS = 16; // 80 bits: ids are sortable and unique, not secret; secrets come from randomToken()

/** A CSPRNG call costs as much for one byte as for thousands: they are fetched together, and each is used once. */
const fetched = Buffer.alloc(4_096);
let used = fetched.length;
function nextRandomByte(): number {
  if (used === fetched.length) {
    randomFillSync(fetched);
    used = 0;
  }
  const byte = fetched[used] as number;
  fetched[used] = 0; // used bytes are erased from memory
  used += 1;
  return byte;
}

/** Five bits each from the CSPRNG; 256 is a multiple of 32, so there is no bias. */
export function randomCharacters(length: number): string {
  let text = '';
  for (let i = 0; i < length; i += 1) text += CROCKFORD.charAt(nextRandomByte() % 32);
  return text;
}

/** An entry's id is its position in the ledger; all others are created here. */
type MadeHere = Exclude<Entity, 'entry'>;

/** Prefix + 26 characters that sort by creation time, so that new rows go to the end of an index. */
export function newId<E extends MadeHere>(entity: E, now: Date): Id<E> {
  let time = now.getTime();
  let head = '';
  for (let i = 0; i < TIME_CHARS; i += 1) {
    head = CROCKFORD.charAt(time % 32) + head;
    time = Math.floor(time / 32);
  }
  return `${ID_PREFIXES[entity]}_${head}${randomCharacters(RANDOM_CHARS)}` as Id<E>;
}

/** The lower bound of all ids from that moment on. */
export const firstIdAt = (entity: MadeHere, at: Date): string => newId(entity, at).slice(0, ID_PREFIXES[entity].length + 1 + TIME_CHARS);

/** The time that newId encoded, from an id or its prefix. */
export function timeOfId(id: string): Date {
  const digits = id
    .slice(id.indexOf('_') + 1)
    .slice(0, TIME_CHARS)
    .padEnd(TIME_CHARS, '0');
  return new Date([...digits].reduce((time, digit) => time * 32 + CROCKFORD.indexOf(digit), 0));
}

/** 256 bits from the CSPRNG, URL-safe: session tokens, mailed links. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** Digits without modulo bias: bytes of 250 and more are discarded. */
export function randomDigits(length: number): string {
  let digits = '';
  while (digits.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 250 && digits.length < length) digits += String(byte % 10);
    }
  }
  return digits;
}
