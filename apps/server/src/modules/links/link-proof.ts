import type { LinkChallenge, LinkProof } from '@stablegate/contract';
import { hasLeadingZeroBits, MINUTE_MS, workText } from '@stablegate/rules';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import { randomToken } from '../../platform/ids';
import { addressBlock } from '../../platform/net/address-block';
import { type SecretBox, sha256 } from '../../platform/secrets/crypto';

/** The page asks for another one where the customer takes longer. */
const VALID_MS = 30 * MINUTE_MS;
const PURPOSE = 'link-proof';
/** When it ends, 128 random bits and the signature of both. */
const CHALLENGE = /^((\d{1,16})\.[\w-]{22})\.([\w-]{43})$/;

type ProofDeps = { readonly secrets: Pick<SecretBox, 'sign' | 'isSigned'>; readonly clock: Clock; readonly bits: number };
type Caller = { readonly slug: string; readonly ip: string };

/** Of one link, for one network address, of the difficulty that is set now: nothing is stored. */
const signedText = ({ slug, ip }: Caller, bits: number, head: string): string => JSON.stringify([slug, addressBlock(ip), bits, head]);

/** undefined: the operator asks for no proof. */
export function newChallenge({ secrets, clock, bits }: ProofDeps, caller: Caller): LinkChallenge | undefined {
  if (bits === 0) return undefined;
  const head = `${clock.now().getTime() + VALID_MS}.${randomToken(16)}`;
  return { challenge: `${head}.${secrets.sign(PURPOSE, signedText(caller, bits, head)).toString('base64url')}`, bits };
}

/**
 * The unique part of a challenge whose proof holds, undefined where none is asked for. That it makes one invoice only is up to the caller.
 */
export function requireProof({ secrets, clock, bits }: ProofDeps, caller: Caller, proof: LinkProof | undefined): string | undefined {
  if (bits === 0) return undefined;
  if (proof === undefined) throw new AppError('proof_needed');
  const { challenge, nonce } = proof;
  const [, head = '', endsAt = '', signature = ''] = CHALLENGE.exec(challenge) ?? [];
  const isOurs = secrets.isSigned(PURPOSE, signedText(caller, bits, head), Buffer.from(signature, 'base64url'));
  const isInTime = clock.now().getTime() < Number.parseInt(endsAt, 10);
  if (!isOurs || !isInTime || !hasLeadingZeroBits(sha256(workText(challenge, nonce)), bits)) throw new AppError('proof_needed');
  return head;
}
