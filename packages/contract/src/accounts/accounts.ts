import { z } from 'zod';
import { emailSchema, emptyReply, messageReply, roleSchema, timeSchema } from '../common';
import { defineRoute } from '../route';
import { PASSWORD_LENGTH_MAX, USERNAME_LENGTH_MAX, USERNAME_LENGTH_MIN } from './account-rules';
import { TEAM_ROLE_NAMES } from './team-roles';

const USERNAME_RULE = 'Username must be between 6 and 15 characters.';
export const usernameSchema = z
  .string()
  .min(USERNAME_LENGTH_MIN, USERNAME_RULE)
  .max(USERNAME_LENGTH_MAX, USERNAME_RULE)
  .regex(/^[A-Za-z0-9_]+$/, 'Use letters, digits and _ only.');
export const newPasswordSchema = z.string().min(1, 'Please enter a password.').max(PASSWORD_LENGTH_MAX, 'This password is too long.');
const password = z.string().min(1, 'Please enter your password.').max(PASSWORD_LENGTH_MAX);
const code = z.string().trim().min(1).max(64);
const flag = z.union([z.boolean(), z.enum(['true', 'false', 'on', ''])]).optional();
const userParams = z.object({ id: z.string().min(1).max(64) });

export const sessionStateSchema = z.object({
  isAuthenticated: z.boolean(),
  userId: z.string().nullable(),
  emailVerified: z.boolean(),
  isAdmin: z.boolean(),
  email: z.string().nullable(),
  pendingEmail: z.string().nullable(),
  accountId: z.string().nullable().describe('The account that the session works for; your one unless a team was chosen'),
  teamRole: z.enum(TEAM_ROLE_NAMES).nullable(),
});
export type SessionState = z.infer<typeof sessionStateSchema>;

export const loginReplySchema = z.union([
  z.object({
    require2FA: z.literal(true),
    method: z.enum(['totp', 'email', 'passkey']),
    hasPasskey: z.literal(true).optional().describe('A passkey may take the place of the code'),
  }),
  messageReply,
]);

export const userSchema = z.object({
  username: z.string(),
  emailVerified: z.boolean(),
  roles: z.array(z.object({ authority: roleSchema })),
  balance: z.number(),
  available: z.number(),
  secondFactorAdvised: z
    .boolean()
    .describe('You have no second factor, and the balance or the revenue of one of the last 30 days is one that should have it'),
  createDate: timeSchema,
  serverTime: timeSchema.describe('Business time at the answer: screens count from it, not from the clock of the browser'),
});
export type User = z.infer<typeof userSchema>;

export const profileSchema = z.object({
  userId: z.string(),
  username: z.string(),
  email: z.string(),
  balance: z.number(),
  available: z.number(),
  deposit: z.number(),
  ipAddress: z.string().nullable(),
  device: z.string().nullable(),
  twoFactorEnabled: z.boolean(),
  hasPasskey: z.boolean(),
  createDate: timeSchema,
});
export type Profile = z.infer<typeof profileSchema>;

export const openSessionSchema = z.object({
  id: z.string(),
  device: z.string(),
  ipAddress: z.string(),
  createdAt: timeSchema,
  lastSeenAt: timeSchema,
  /** The calling session. */
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof openSessionSchema>;

export const accountsApi = {
  login: defineRoute({
    method: 'POST',
    path: '/auth/login',
    audit: { nothing: 'the list of sessions shows every sign-in' },
    summary: 'Sign in with username and password',
    tag: 'Session',
    access: 'public',
    limits: ['sign-in', 'sign-in-known-browser', 'sign-in-code', 'new-device-mail'],
    form: true,
    body: z.object({ username: z.string().trim().min(1).max(254), password, remember: flag }),
    reply: { 200: loginReplySchema },
    errors: ['invalid_credentials', 'address_not_allowed', 'account_disabled', 'rate_limited'],
  }),
  signup: defineRoute({
    method: 'POST',
    path: '/auth/signup',
    audit: { nothing: 'the account itself is the record' },
    summary: 'Create an account',
    tag: 'Session',
    access: 'public',
    limits: ['sign-up'],
    body: z.object({ username: usernameSchema, email: emailSchema, password: newPasswordSchema }),
    reply: { 201: messageReply },
    errors: [
      'username_taken',
      'email_taken',
      'invalid_value',
      'short_password',
      'weak_password',
      'common_password',
      'guessable_password',
      'rate_limited',
    ],
  }),
  logout: defineRoute({
    method: 'POST',
    path: '/auth/logout',
    audit: { nothing: 'only the own session ends' },
    summary: 'End this session',
    tag: 'Session',
    access: 'public',
    reply: { 200: messageReply },
  }),
  session: defineRoute({
    method: 'GET',
    path: '/auth',
    summary: 'Who is signed in; answers 200 for guests too',
    tag: 'Session',
    access: 'public',
    reply: { 200: sessionStateSchema },
  }),
  user: defineRoute({
    method: 'GET',
    path: '/user/{id}',
    summary: 'Your user record',
    tag: 'Account',
    access: 'session',
    team: 'own',
    params: userParams,
    reply: { 200: userSchema },
    errors: ['not_found'],
  }),
  profile: defineRoute({
    method: 'GET',
    path: '/user/{id}/profile',
    summary: 'Your profile: balance, deposits, where the last sign-in came from',
    tag: 'Account',
    access: 'session',
    team: 'own',
    params: userParams,
    reply: { 200: profileSchema },
    errors: ['not_found'],
  }),
  sessions: defineRoute({
    method: 'GET',
    path: '/auth/sessions',
    summary: 'Where this account is signed in',
    tag: 'Session',
    access: 'session',
    team: 'own',
    reply: { 200: z.array(openSessionSchema) },
  }),
  endSession: defineRoute({
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    audit: { nothing: 'only own sessions end' },
    summary: 'End one of your sessions',
    tag: 'Session',
    access: 'session',
    team: 'own',
    stepUp: true,
    params: z.object({ id: z.string().min(1).max(64) }),
    reply: { 204: emptyReply },
    errors: ['not_found'],
  }),
  endOtherSessions: defineRoute({
    method: 'DELETE',
    path: '/auth/sessions',
    audit: { nothing: 'only own sessions end' },
    summary: 'End all of your sessions but this one',
    tag: 'Session',
    access: 'session',
    team: 'own',
    stepUp: true,
    reply: { 204: emptyReply },
  }),
  confirm: defineRoute({
    method: 'POST',
    path: '/auth/confirm',
    audit: { nothing: 'it proves who is there' },
    summary: 'Give the password again (and the code, where two-factor or the mailed code is on) before a sensitive change',
    tag: 'Session',
    access: 'session',
    team: 'own',
    limits: ['confirm-code'],
    form: true,
    body: z.object({ password, code: code.optional().or(z.literal('')) }),
    reply: { 200: messageReply },
    errors: ['wrong_password', 'code_mailed', 'invalid_code', 'passkey_required', 'rate_limited'],
  }),
  changePassword: defineRoute({
    method: 'POST',
    path: '/auth/change-password',
    audit: 'password.changed',
    summary: 'Change your password; all other sessions end',
    tag: 'Account',
    access: 'session',
    team: 'own',
    body: z.object({ currentPassword: password, newPassword: newPasswordSchema }),
    reply: { 200: messageReply },
    errors: ['wrong_password', 'short_password', 'weak_password', 'common_password', 'guessable_password', 'rate_limited'],
  }),
};
export { code as codeField, password as passwordField, userParams };
