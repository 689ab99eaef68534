/** Specification 1, section 9: first 6 and last 4 characters are kept; keys shorter than 8 are shown whole. */
const HEAD = 6;
const TAIL = 4;
const WHOLE_BELOW = 8;
const MASK = '••••••';

export const maskSecret = (secret: string): string =>
  secret.length < WHOLE_BELOW ? secret : `${secret.slice(0, HEAD)}${MASK}${secret.slice(-TAIL)}`;
