import { guessableReason, type PasswordOwner } from '@stablegate/contract';
import { logWarning } from '../log';

type Ranks = ReadonlyMap<string, number>;
let loading: Promise<Ranks> | undefined;

/** The list of known passwords is large: it is fetched when the first password is chosen. */
async function loadRanks(): Promise<Ranks> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Map(dictionary['passwords-common'].map((word, index) => [String(word), index + 1]));
}

/** Why the password is guessable, as a translation key. Without the list the form lets it pass: the server checks it in any case. */
export async function whyGuessable(password: string, owner: PasswordOwner): Promise<string | undefined> {
  loading ??= loadRanks();
  try {
    const ranks = await loading;
    return guessableReason(password, (word) => ranks.get(word), owner);
  } catch (error) {
    loading = undefined; // tried again with the next password
    logWarning('the list of known passwords could not be loaded', error);
    return undefined;
  }
}
