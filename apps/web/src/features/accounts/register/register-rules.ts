import { emailSchema, PASSWORD_SCORE_MIN, passwordPoints, passwordScore, usernameSchema } from '@stablegate/contract';

export type RegisterValues = { username: string; email: string; password: string; confirm: string };

/** The English error text of a username, or undefined: the same rule as the server's. */
export const usernameProblem = (username: string): string | undefined => usernameSchema.safeParse(username).error?.issues[0]?.message;

export const isEmail = (email: string): boolean => emailSchema.safeParse(email).success;

const isStrongEnough = (password: string): boolean => passwordScore(password) >= PASSWORD_SCORE_MIN;

/** Three other criteria make a good score; eight characters are needed all the same. */
export const isLongEnough = (password: string): boolean => passwordPoints(password).length;

export type PasswordWarning = { title: string; text: string };

/** Specification 1, section 5: the popup that Enter shows while the passwords block the button. */
export function passwordWarning({ password, confirm }: Pick<RegisterValues, 'password' | 'confirm'>): PasswordWarning | undefined {
  if (!isStrongEnough(password)) {
    return { title: 'Weak Password', text: 'Please choose a stronger password for better security.' };
  }
  if (password === confirm) return undefined;
  return { title: "Passwords Don't Match", text: 'Please make sure your passwords match.' };
}

/** Specification 1, section 5: when the button of the sign-up form is disabled, apart from while submitting. */
export const isBlocked = ({ username, ...passwords }: Omit<RegisterValues, 'email'>): boolean =>
  passwordWarning(passwords) !== undefined || usernameProblem(username) !== undefined;
