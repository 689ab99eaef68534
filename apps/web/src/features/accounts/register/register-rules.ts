import { emailSchema, PASSWORD_SCORE_MIN, passwordScore, usernameSchema } from '@stablegate/contract';

export type RegisterValues = { username: string; email: string; password: string; confirm: string };

/** The English error text of a username, or undefined: the same rule as the server's. */
export const usernameProblem = (username: string): string | undefined => usernameSchema.safeParse(username).error?.issues[0]?.message;

export const isEmail = (email: string): boolean => emailSchema.safeParse(email).success;

export const isStrongEnough = (password: string): boolean => passwordScore(password) >= PASSWORD_SCORE_MIN;

/** Specification 1, section 5: when the button of the sign-up form is disabled, apart from while submitting. */
export const isBlocked = ({ username, password, confirm }: Omit<RegisterValues, 'email'>): boolean =>
  password !== confirm || !isStrongEnough(password) || usernameProblem(username) !== undefined;
