import { dictionary } from '@zxcvbn-ts/language-common';

/** The 49,233 most used passwords of known breaches (ASVS 6.2.4 asks for 3,000), bundled: nothing is looked up outside. */
const ranks = new Map(dictionary['passwords-common'].map((word, index) => [String(word), index + 1]));

/** From 1, the most used. */
export const rankOfPassword = (word: string): number | undefined => ranks.get(word);

export const isCommonPassword = (password: string): boolean => ranks.has(password.toLowerCase());
