import { ESTIMATED_CHARS_MAX, guessPassword, PASSWORD_LOG10_MIN, type PasswordWeakness, type WordRank } from '@stablegate/rules';

/** Whoever attacks an account here tries these first. */
const OUR_WORDS = ['stablegate', 'usdt', 'tether'] as const;

/** Each is a translation key. */
export const GUESSABLE_REASONS: Readonly<Record<PasswordWeakness, string>> = {
  own: 'This password consists mainly of your name, your email address or our name. Attackers try these first.',
  common: 'This password is close to one that many people use. Attackers try these first.',
  pattern: 'This password follows a simple pattern, such as repeated characters, a row of keys or a date.',
  short: 'This password is easy to guess. A longer one, or several unrelated words, would not be.',
};

export type PasswordOwner = { readonly username?: string; readonly email?: string };

const NAME_MIN = 5; // shorter pieces are in ordinary words too

/** Without the domain, which many people share. */
const namesIn = (email: string): string[] => {
  const [local = ''] = email.split('@', 1);
  return [local, ...local.split(/[.+_-]/)].filter((name) => name.length >= NAME_MIN);
};

/** Why this password of this user is guessable, as a translation key; undefined when it is not. The caller has the list of known words. */
export function guessableReason(password: string, rankOf: WordRank, { username = '', email = '' }: PasswordOwner): string | undefined {
  if (password.length > ESTIMATED_CHARS_MAX) return undefined;
  const { log10, weakness } = guessPassword(password, rankOf, [...OUR_WORDS, username, ...namesIn(email)]);
  return log10 >= PASSWORD_LOG10_MIN ? undefined : GUESSABLE_REASONS[weakness];
}
