import { z } from 'zod';
import { messageReply } from '../common';
import { defineRoute } from '../route';
import { codeField } from './accounts';

export const RECOVERY_CODES_COUNT = 10;

export const twoFactorSetupSchema = z.object({
  /** The otpauth:// URI. The QR code is rendered from it in the browser and goes to no third party. */
  qrUrl: z.string(),
  secret: z.string(),
});
export type TwoFactorSetup = z.infer<typeof twoFactorSetupSchema>;

export const recoveryCodesSchema = messageReply.extend({ recoveryCodes: z.array(z.string()).length(RECOVERY_CODES_COUNT) });
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;

export const twoFactorApi = {
  enable: defineRoute({
    method: 'POST',
    path: '/2fa/enable',
    audit: { nothing: 'it only prepares' },
    summary: 'Start the set-up of an authenticator app',
    tag: 'Two-factor',
    access: 'session',
    team: 'own',
    stepUp: true,
    secondFactor: 'guard',
    secret: true,
    reply: { 200: twoFactorSetupSchema },
    errors: ['conflict'],
  }),
  setup: defineRoute({
    method: 'GET',
    path: '/2fa/setup',
    summary: 'The set-up that this session has started and not finished',
    tag: 'Two-factor',
    access: 'session',
    team: 'own',
    secret: true,
    reply: { 200: twoFactorSetupSchema },
    errors: ['not_found'],
  }),
  verifyEnable: defineRoute({
    method: 'POST',
    path: '/2fa/verify-enable',
    audit: 'two-factor.on',
    summary: 'Finish the set-up with a code of the app; returns the recovery codes, once. All other sessions end',
    tag: 'Two-factor',
    access: 'session',
    team: 'own',
    limits: ['two-factor-setup'],
    stepUp: true,
    secondFactor: 'guard',
    form: true,
    body: z.object({ code: codeField }),
    secret: true,
    reply: { 200: recoveryCodesSchema },
    errors: ['invalid_code', 'rate_limited'],
  }),
  verifyLogin: defineRoute({
    method: 'POST',
    path: '/2fa/verify-login',
    audit: { nothing: 'the list of sessions shows every sign-in' },
    summary: 'Second step of a sign-in: a code of the app, the mailed code, or a recovery code. Only in the browser that gave the password',
    tag: 'Two-factor',
    access: 'public',
    limits: ['sign-in-code-step'],
    form: true,
    body: z.object({ code: codeField, username: z.string().trim().min(1).max(254) }),
    reply: { 200: z.object({ redirectUrl: z.string() }) },
    errors: ['invalid_code', 'no_pending_login', 'rate_limited'],
    statuses: { invalid_code: 401 },
  }),
  disable: defineRoute({
    method: 'POST',
    path: '/2fa/disable',
    audit: 'two-factor.off',
    summary: 'Turn two-factor off. All other sessions end',
    tag: 'Two-factor',
    access: 'session',
    team: 'own',
    stepUp: true,
    secondFactor: 'guard',
    reply: { 200: messageReply },
    errors: ['last_second_factor'],
  }),
};
