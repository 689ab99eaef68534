import { z } from 'zod';
import { emailSchema, messageReply } from '../common';
import { defineRoute } from '../route';
import { newPasswordSchema } from './accounts';
import { mailedTokenSchema } from './email-verification';

export const passwordResetApi = {
  forgotPassword: defineRoute({
    method: 'POST',
    path: '/auth/forgot-password',
    audit: { nothing: 'it only sends a mail' },
    summary: 'Ask for a mailed link to choose a new password; answers the same whether or not the address is known',
    tag: 'Session',
    access: 'public',
    limits: ['reset-requests'],
    body: z.object({ email: emailSchema }),
    reply: { 202: messageReply },
    errors: ['rate_limited', 'mail_not_configured'],
  }),
  resetPassword: defineRoute({
    method: 'POST',
    path: '/auth/reset-password',
    audit: 'password.changed',
    summary: 'Choose a new password with the mailed link; all sessions end, two-factor stays on',
    tag: 'Session',
    access: 'public',
    limits: ['resets'],
    body: z.object({ token: mailedTokenSchema, password: newPasswordSchema }),
    reply: { 200: messageReply },
    errors: ['token_expired', 'email_taken', 'short_password', 'weak_password', 'common_password', 'guessable_password', 'rate_limited'],
  }),
};
