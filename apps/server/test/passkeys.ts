import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyAnswer } from '@stablegate/contract';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const bytes = (value: Buffer): Buffer => Buffer.concat([Buffer.from([0x58, value.length]), value]); // shorter than 256
/** A P-256 key as COSE has it: kty 2, alg -7, crv 1, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const part = (label: number, value: string) => Buffer.concat([Buffer.from([label]), bytes(Buffer.from(value, 'base64url'))]);
  return Buffer.concat([Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]), part(0x21, x), part(0x22, y)]);
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

type Options = { readonly challenge: string };
type Twist = { readonly origin?: string; readonly site?: string; readonly verified?: boolean; readonly counter?: number };

/** An authenticator in software: one ES256 passkey of one site. */
export function newAuthenticator(origin = 'http://localhost:0') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let uses = 0;
  const head = (twist: Twist, flags: number): Buffer => {
    const counter = Buffer.alloc(4);
    uses += 1;
    counter.writeUInt32BE(twist.counter ?? uses);
    const verified = twist.verified === false ? 0 : USER_VERIFIED;
    return Buffer.concat([sha256(twist.site ?? 'localhost'), Buffer.from([flags | USER_PRESENT | verified]), counter]);
  };
  const client = (type: string, { challenge }: Options, twist: Twist): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: twist.origin ?? origin, crossOrigin: false }));
  const answer = (response: Record<string, Buffer>): PasskeyAnswer => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(Object.entries(response).map(([name, value]) => [name, value.toString('base64url')])),
  });
  return {
    create: (options: Options, twist: Twist = {}): PasskeyAnswer => {
      const length = Buffer.from([0, id.length]);
      const data = Buffer.concat([head(twist, HAS_CREDENTIAL), Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), bytes(data)],
      ]);
      return answer({ clientDataJSON: client('webauthn.create', options, twist), attestationObject });
    },
    get: (options: Options, twist: Twist = {}): PasskeyAnswer => {
      const authenticatorData = head(twist, 0);
      const clientDataJSON = client('webauthn.get', options, twist);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey);
      return answer({ authenticatorData, clientDataJSON, signature });
    },
  };
}
