import { answerCallback, type OnCallback } from './answer';
import { CALLBACK_BYTES_MAX, type CallbackSettings, callbackKeyOf, type HeaderMap } from './message';
import { verifyCallback } from './verify-callback';

export type FastifyCallbackOptions = CallbackSettings & { readonly path?: string; readonly onCallback: OnCallback };

/** The part of Fastify that is used: the package needs no types of it. */
type Reply = { code(status: number): { send(body: object): unknown } };
type Instance = {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'string'; bodyLimit: number },
    parse: (request: unknown, body: string, done: (error: Error | null, body?: unknown) => void) => void,
  ): unknown;
  post(path: string, handle: (request: { headers: HeaderMap; body: unknown }, reply: Reply) => Promise<unknown>): unknown;
};

/**
 * `app.register(stablegateCallback, { path: '/callback', secret, onCallback })`. A plugin has its own content type parsers: the bodies of
 * your other routes are parsed as before.
 */
export async function stablegateCallback(app: Instance, { path = '/callback', onCallback, ...settings }: FastifyCallbackOptions) {
  callbackKeyOf(settings.secret); // a shop without a secret does not start
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: CALLBACK_BYTES_MAX }, (_request, body, done) => done(null, body));
  app.post(path, async ({ headers, body }, reply) => {
    const verified = verifyCallback({ ...settings, headers, body: typeof body === 'string' ? body : '' });
    const answer = await answerCallback(verified, onCallback);
    return reply.code(answer.status).send(answer.body);
  });
}
