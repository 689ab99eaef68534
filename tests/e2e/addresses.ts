import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const sha256 = (data: Buffer): Buffer => createHash('sha256').update(data).digest();

export function base58(data: Buffer): string {
  let rest = BigInt(`0x${data.toString('hex')}`);
  let text = '';
  for (; rest > 0n; rest /= 58n) text = ALPHABET.charAt(Number(rest % 58n)) + text;
  const zeros = data.findIndex((byte) => byte !== 0);
  return '1'.repeat(Math.max(0, zeros)) + text;
}

function tronAddress(): string {
  const payload = Buffer.concat([Buffer.from([0x41]), randomBytes(20)]);
  return base58(Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)]));
}

/** A public key: other random bytes are a program's address half of the time, which the form asks about. */
const solanaAddress = (): string => base58(generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));

/** Any address works: the sandbox's payers need no key to send to it. The EVM networks share one, like merchants'. */
export function freshAddresses(): Readonly<Record<string, string>> {
  const evm = `0x${randomBytes(20).toString('hex')}`;
  return {
    'Tron (TRC20)': tronAddress(),
    'BNB Smart Chain (BEP20)': evm,
    'Ethereum (ERC20)': evm,
    'Polygon POS': evm,
    Solana: solanaAddress(),
  };
}
