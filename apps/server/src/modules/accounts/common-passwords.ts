import { dictionary } from '@zxcvbn-ts/language-common';

/** The 49,233 most used passwords of known breaches (ASVS 6.2.4 asks for 3,000), bundled: nothing is looked up outside. */
const common = new Set(dictionary['passwords-common'].map(String));

/** Also refused: a common word with the digits or signs people put behind it to please a meter ("password1!"). */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return common.has(lower) || common.has(lower.replace(/[^a-z]+$/, ''));
}
