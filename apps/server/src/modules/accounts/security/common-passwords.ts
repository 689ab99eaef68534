/** The rank of a password, from 1, the most used; undefined: not a common one. */
export type RankOf = (word: string) => number | undefined;

async function load(): Promise<RankOf> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const ranks = new Map(dictionary['passwords-common'].map((word, index) => [String(word), index + 1]));
  return (word) => ranks.get(word);
}

let loading: Promise<RankOf> | undefined;

/**
 * The 49,233 most used passwords of known breaches (ASVS 6.2.4 asks for 3,000), bundled: nothing is looked up outside. Loaded with the first
 * password that is chosen: most processes never see one.
 */
export function commonPasswords(): Promise<RankOf> {
  loading ??= load();
  return loading;
}
