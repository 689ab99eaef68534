import { z } from 'zod';
import { messageReply, timeSchema } from '../common';
import { defineRoute } from '../route';
import { loginReplySchema, passwordField, userParams } from './accounts';
import { SECOND_FACTOR_ACTION_NAMES } from './second-factor';

export const ALLOWED_IPS_MAX = 50;
/** Addresses or CIDR ranges, IPv4 and IPv6. */
export const allowedIpsSchema = z.array(z.string().trim().min(1).max(64)).max(ALLOWED_IPS_MAX);
export const ADDRESS_LOCK_HOURS_MAX = 72;

export const securitySettingsSchema = z.object({
  /** A mailed code at each sign-in. An authenticator app takes precedence. */
  emailOtp: z.boolean(),
  /** A mail when a new device signs in. */
  loginNotifications: z.boolean(),
  /** Sign-in only from `allowedIps`. */
  whitelistIp: z.boolean(),
  /** Addresses or CIDR ranges, IPv4 and IPv6. */
  allowedIps: z.array(z.string()),
  addressLockHours: z.number().int().describe('How long a change of a receiving address waits'),
  pendingLockHours: z.number().int().nullable().describe('A shorter wait, from pendingLockAt on'),
  pendingLockAt: timeSchema.nullable(),
  addressesFrozenAt: timeSchema.nullable().describe('Receiving addresses cannot be changed since then'),
  /** No sign-in with the password alone; the last second factor cannot be removed. */
  twoFactorRequired: z.boolean(),
  secondFactorFor: z
    .array(z.enum(SECOND_FACTOR_ACTION_NAMES))
    .describe('What needs a second factor less than 15 minutes old, whoever of the team does it'),
});
export type SecuritySettings = z.infer<typeof securitySettingsSchema>;

/** Omitted fields stay unchanged. */
const changes = z.object({
  emailOtp: z.boolean().optional(),
  loginNotifications: z.boolean().optional(),
  whitelistIp: z.boolean().optional(),
  allowedIps: allowedIpsSchema.optional(),
  addressLockHours: z.number().int().min(0).max(ADDRESS_LOCK_HOURS_MAX).optional(),
  twoFactorRequired: z.boolean().optional(),
  secondFactorFor: z.array(z.enum(SECOND_FACTOR_ACTION_NAMES)).max(SECOND_FACTOR_ACTION_NAMES.length).optional(),
});
export type SecurityChanges = z.infer<typeof changes>;

export const securityApi = {
  settings: defineRoute({
    method: 'GET',
    path: '/user/{id}/security',
    summary: 'Your security settings',
    tag: 'Account',
    access: 'session',
    team: 'own',
    params: userParams,
    reply: { 200: securitySettingsSchema },
    errors: ['not_found'],
  }),
  change: defineRoute({
    method: 'PUT',
    path: '/user/{id}/security',
    audit: [
      'email-code.on',
      'email-code.off',
      'login-notices.on',
      'login-notices.off',
      'two-factor.required',
      'two-factor.optional',
      'second-factor.changed',
      'whitelist.changed',
      'address-lock.changed',
      'address-lock.requested',
    ],
    summary:
      'Change the own security settings; a change of the whitelist, of the mailed code, of required two-factor, of what needs a second factor or of the waiting time for addresses, and switching notices off, need a sign-in less than 15 minutes old',
    tag: 'Account',
    access: 'session',
    team: 'own',
    params: userParams,
    body: changes,
    reply: { 200: securitySettingsSchema },
    stepUp: 'sometimes',
    errors: ['not_found', 'would_lock_you_out', 'no_second_factor', 'invalid_value', 'addresses_frozen', 'email_changed_lately'],
  }),
  requestWhitelistLink: defineRoute({
    method: 'POST',
    path: '/auth/whitelist-link',
    limits: ['sign-in', 'sign-in-known-browser', 'whitelist-link-mail'],
    audit: { nothing: 'it only sends a mail' },
    summary: 'Ask for a mailed one-time link when your whitelist refuses the sign-in; answers the same whatever was given',
    tag: 'Session',
    access: 'public',
    form: true,
    body: z.object({ username: z.string().trim().min(1).max(254), password: passwordField }),
    reply: { 202: messageReply },
    errors: ['rate_limited'],
  }),
  useWhitelistLink: defineRoute({
    method: 'POST',
    path: '/auth/whitelist-link/use',
    limits: ['whitelist-link-use'],
    audit: { nothing: 'the list of sessions shows every sign-in' },
    summary: 'Sign in past your whitelist with the mailed link; a second factor is still asked',
    tag: 'Session',
    access: 'public',
    form: true,
    body: z.object({ token: z.string().trim().min(1).max(128) }),
    reply: { 200: loginReplySchema },
    errors: ['token_expired', 'account_disabled', 'rate_limited'],
  }),
};
