import { generateSecret, generateURI, verifySync } from 'otplib';

const ISSUER = 'Stablegate';
const STEP_SECONDS = 30;
const CODE = /^\d{6}$/;

/** 160 bits from the CSPRNG, in base32 for authenticator apps. */
export const newTotpSecret = (): string => generateSecret();

export const totpAddress = (secret: string, username: string): string => generateURI({ issuer: ISSUER, label: username, secret });

/** The time step of this code, one step either way (RFC 6238 section 5.2), or undefined. */
export function totpStep(secret: string, code: string, now: Date): bigint | undefined {
  if (!CODE.test(code)) return undefined;
  const result = verifySync({ secret, token: code, epoch: Math.floor(now.getTime() / 1000), epochTolerance: STEP_SECONDS });
  return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : undefined;
}
