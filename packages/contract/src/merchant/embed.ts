import { z } from 'zod';
import { defineRoute } from '../route';

export const EMBED_ORIGINS_MAX = 20;
const ORIGIN_CHARS_MAX = 200;

/** Letters, digits, dots and hyphens alone: the origin becomes part of a header, in which a semicolon begins another rule. */
const HTTPS_ORIGIN = /^https:\/\/[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?$/;
/** Pages under development; no other http page, which anyone on the way could change. */
const LOCAL_ORIGIN = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;
export const isEmbedOrigin = (text: string): boolean => HTTPS_ORIGIN.test(text) || LOCAL_ORIGIN.test(text);

/** As browsers write it: small letters, no default port, international names in ASCII. Merchants paste what their address bar shows. */
export function asOrigin(text: string): string {
  if (!/^https?:\/\//i.test(text)) return text;
  try {
    const { origin, pathname, search, hash, username, password } = new URL(text);
    return pathname + search + hash + username + password === '/' ? origin : text;
  } catch {
    return text;
  }
}

const ORIGIN_RULE = 'Please enter an address such as https://shop.example, without a path. Only localhost may use http.';
export const embedOriginSchema = z
  .string(ORIGIN_RULE)
  .trim()
  .max(ORIGIN_CHARS_MAX, { error: ORIGIN_RULE, abort: true })
  .overwrite(asOrigin)
  .refine(isEmbedOrigin, ORIGIN_RULE);

const TOO_MANY = 'Please enter at most 20 websites.';
export const embedSettingsSchema = z.object({
  origins: z
    .array(embedOriginSchema)
    .max(EMBED_ORIGINS_MAX, TOO_MANY)
    .overwrite((origins) => [...new Set(origins)])
    .describe('Websites whose pages may show the checkout of this store, such as https://shop.example'),
});
export type EmbedSettings = z.infer<typeof embedSettingsSchema>;

const common = {
  tag: 'Stores',
  access: 'verified',
  path: '/store/{id}/embed',
  params: z.object({ id: z.string().min(1).max(64) }),
} as const;

export const embedApi = {
  get: defineRoute({
    ...common,
    method: 'GET',
    team: 'read',
    summary: 'Which websites may show the checkout of a store within their pages',
    reply: { 200: embedSettingsSchema },
    errors: ['not_found'],
  }),
  change: defineRoute({
    ...common,
    method: 'PUT',
    team: 'stores',
    audit: 'embed-origins.changed',
    summary: 'Set which websites may show the checkout of a store within their pages',
    body: embedSettingsSchema,
    reply: { 200: embedSettingsSchema },
    errors: ['not_found'],
  }),
};
