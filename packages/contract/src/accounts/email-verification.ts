import { z } from 'zod';
import { emailSchema, messageReply } from '../common';
import { defineRoute } from '../route';

/** Tokens of mailed links: URL-safe base64 of 32 bytes. A mangled one is treated like an expired one. */
export const mailedTokenSchema = z.string().trim().min(1).max(128);

export const emailVerificationApi = {
  send: defineRoute({
    method: 'POST',
    path: '/email-verification/send',
    audit: { nothing: 'it only sends a mail' },
    summary: 'Mail the verification link to the pending or current address; 60 seconds between two',
    tag: 'Email verification',
    access: 'session',
    team: 'own',
    limits: ['verification-mails'],
    reply: { 200: messageReply },
    errors: ['WAIT_BEFORE_RESEND', 'rate_limited', 'mail_not_configured'],
  }),
  updateEmail: defineRoute({
    method: 'POST',
    path: '/email-verification/update-email',
    audit: 'email.requested',
    summary:
      'Take a new address, pending until its link is opened; an account with a verified one needs a sign-in less than 15 minutes old',
    tag: 'Email verification',
    access: 'session',
    team: 'own',
    limits: ['verification-mails'],
    stepUp: 'sometimes',
    query: z.object({ newEmail: emailSchema }),
    reply: { 200: messageReply },
    errors: ['invalid_value', 'email_taken', 'WAIT_BEFORE_RESEND', 'rate_limited', 'mail_not_configured'],
  }),
  verify: defineRoute({
    method: 'GET',
    path: '/email-verification/verify',
    summary: 'Open a mailed link: its address is verified. Opening it twice gives the same answer',
    tag: 'Email verification',
    access: 'public',
    limits: ['opened-links'],
    query: z.object({ token: mailedTokenSchema }),
    reply: { 200: messageReply },
    errors: ['token_expired', 'email_taken', 'rate_limited'],
  }),
};
