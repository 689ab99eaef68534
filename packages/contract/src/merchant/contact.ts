import { z } from 'zod';
import { CONTACT_EMAIL_MAX, CONTACT_MESSAGE_MAX, CONTACT_NAME_MAX } from '../accounts/account-rules';
import { messageReply } from '../common';
import { defineRoute } from '../route';

export const CONTACT_PHONE_MAX = 50;

/** PostgreSQL stores no NUL character, and a lone surrogate is no character. */
const STORABLE = /^[^\0\p{Cs}]*$/u;
/** One message per field, as the specification words it, whatever is wrong. */
const field = (max: number, error: string) =>
  z.string(error).trim().min(1, { error, abort: true }).max(max, { error, abort: true }).regex(STORABLE, { error, abort: true });

export const contactFormSchema = z.object({
  name: field(CONTACT_NAME_MAX, 'Please enter your name'),
  email: field(CONTACT_EMAIL_MAX, 'Please enter a valid email').pipe(z.email('Please enter a valid email')),
  phone: field(CONTACT_PHONE_MAX, 'Please enter your phone number').regex(/\d/, 'Please enter your phone number'),
  message: field(CONTACT_MESSAGE_MAX, 'Please enter your message'),
});
export type ContactForm = z.infer<typeof contactFormSchema>;

export const contactApi = {
  send: defineRoute({
    method: 'POST',
    path: '/contact',
    audit: { nothing: 'the message itself is the record' },
    summary: 'Send a message to the support team',
    tag: 'Contact',
    access: 'public',
    limits: ['contact'],
    body: contactFormSchema,
    reply: { 201: messageReply },
    errors: ['rate_limited'],
  }),
};
