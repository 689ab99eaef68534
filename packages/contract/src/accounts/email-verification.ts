import { z } from 'zod';
import { emailSchema, messageReply, timeSchema } from '../common';
import { defineRoute } from '../route';

/** Tokens of mailed links: URL-safe base64 of 32 bytes. A mangled one is treated like an expired one. */
export const mailedTokenSchema = z.string().trim().min(1).max(128);

export const verificationLinkSchema = z.object({
  username: z.string(),
  email: z.string().describe('The address that the link verifies'),
  createDate: timeSchema.describe('When the account signed up'),
  isSignUp: z.boolean().describe('It signed up with this address; false where it is about to change to it'),
  isOwn: z.boolean().describe('This browser is signed in to the account'),
  isDone: z.boolean().describe('The link has verified the address already'),
});
export type VerificationLink = z.infer<typeof verificationLinkSchema>;

const openedLink = {
  method: 'POST',
  tag: 'Email verification',
  access: 'public',
  limits: ['opened-links'],
  body: z.object({ token: mailedTokenSchema }),
} as const;

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
  link: defineRoute({
    ...openedLink,
    path: '/email-verification/link',
    audit: { nothing: 'it only reads' },
    summary: 'Whose address a mailed link verifies; changes nothing. A page asks before it verifies for an account that is not the own',
    reply: { 200: verificationLinkSchema },
    errors: ['token_expired', 'rate_limited'],
  }),
  notMe: defineRoute({
    ...openedLink,
    path: '/email-verification/not-me',
    audit: ['sign-up.refused', 'email.refused'],
    summary:
      'The mailbox refuses: a sign-up with its address is over (the account is disabled, its sessions end and the address is free), a change to it is cancelled',
    reply: { 200: messageReply },
    errors: ['token_expired', 'rate_limited'],
  }),
};
