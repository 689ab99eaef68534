/** Rules of the specification that server and screens share. */
export const USERNAME_LENGTH_MIN = 6;
export const USERNAME_LENGTH_MAX = 15;
export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 256;
export const PASSWORD_SCORE_MIN = 3;
export const CODE_LENGTH = 6;
export const RESEND_SECONDS = 60;
export const CONTACT_NAME_MAX = 50;
export const CONTACT_EMAIL_MAX = 50;
export const CONTACT_MESSAGE_MAX = 1500;

export type PasswordPoint = 'length' | 'letters' | 'digits' | 'symbols';
export type PasswordScore = 0 | 1 | 2 | 3 | 4;

/** One point each; the meter shows one bar per point. Letters and digits of every script count. */
export function passwordPoints(password: string): Record<PasswordPoint, boolean> {
  return {
    length: [...password].length >= PASSWORD_LENGTH_MIN,
    letters: /\p{L}/u.test(password),
    digits: /\p{N}/u.test(password),
    symbols: /[^\p{L}\p{N}\s]/u.test(password),
  };
}

export function passwordScore(password: string): PasswordScore {
  return Object.values(passwordPoints(password)).filter(Boolean).length as PasswordScore;
}

/** The specification requires three of four criteria; the length is always one of them (ASVS 6.2.1). */
export function passwordRefusal(password: string): 'short_password' | 'weak_password' | undefined {
  if (!passwordPoints(password).length) return 'short_password';
  return passwordScore(password) < PASSWORD_SCORE_MIN ? 'weak_password' : undefined;
}

export const PASSWORD_LABELS = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;
