import { dictionary } from '@zxcvbn-ts/language-common';

/** The 49,233 most used passwords of known breaches (ASVS 6.2.4 asks for 3,000), bundled: nothing is looked up outside. */
const common = new Set(dictionary['passwords-common'].map(String));

export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase());
