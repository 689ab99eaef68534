import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { API_BASE } from '@stablegate/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/app-error';
import { createSockjsSession, type SockjsSession } from './sockjs-session';
import { eventSource, htmlFile, isCallbackName, jsonpPolling, type StreamStyle, stream, xhrPolling, xhrStreaming } from './sockjs-streams';
import { readSockjsMessage } from './sockjs-websocket';
import { mountUpgrades, type UpgradeDeps } from './upgrades.routes';

const BASE = `${API_BASE}/ws`;
const SESSION = `${BASE}/:server/:session`;
const BODY_BYTES_MAX = 16_384;
const SESSION_ID_LENGTH_MAX = 64;
const CLIENT_SCRIPT = 'sockjs.js';

type SessionRequest = FastifyRequest & { readonly params: { server: string; session: string }; readonly query: { c?: unknown } };

/** Sessions over HTTP, by the client's own id. Each lives in the process it began in. */
function createSessions({ realtime }: UpgradeDeps) {
  const sessions = new Map<string, SockjsSession>();
  return {
    find: ({ params }: SessionRequest): SockjsSession => {
      const known = sessions.get(params.session);
      if (known === undefined) throw new AppError('not_found');
      return known;
    },
    findOrOpen: ({ params: { session }, ip }: SessionRequest): SockjsSession => {
      const known = sessions.get(session);
      if (known !== undefined) return known;
      if (session.length > SESSION_ID_LENGTH_MAX) throw new AppError('not_found');
      const admission = realtime.enter(ip);
      if (admission === 'too_many_of_address') throw new AppError('rate_limited', { retryAfterSeconds: 30 });
      if (admission !== 'in') throw new AppError('unavailable');
      const made = createSockjsSession(realtime, () => {
        sessions.delete(session);
        realtime.leave(ip);
      });
      sessions.set(session, made);
      return made;
    },
  };
}
type Sessions = ReturnType<typeof createSessions>;

function callbackOf({ query }: SessionRequest): string {
  if (!isCallbackName(query.c)) throw new AppError('malformed_request');
  return query.c;
}

/** A list of texts as JSON; jsonp sends it as the field d. */
function textsOf(request: FastifyRequest): string[] {
  const body = typeof request.body === 'string' ? request.body : '';
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  const texts = readSockjsMessage(isForm ? (new URLSearchParams(body).get('d') ?? '') : body);
  if (texts === undefined || body === '') throw new AppError('malformed_request');
  return texts;
}

function mountStreams(scope: FastifyInstance, sessions: Sessions): void {
  const serve = (style: (request: SessionRequest) => StreamStyle) => async (request: FastifyRequest, reply: FastifyReply) => {
    const chosen = style(request as SessionRequest);
    const session = sessions.findOrOpen(request as SessionRequest);
    reply.hijack();
    stream(reply.raw, chosen, session);
  };
  const take = (answer: (reply: FastifyReply) => FastifyReply) => async (request: FastifyRequest, reply: FastifyReply) => {
    const session = sessions.find(request as SessionRequest);
    session.receive(textsOf(request));
    return answer(reply);
  };
  scope.post(
    `${SESSION}/xhr`,
    serve(() => xhrPolling),
  );
  scope.post(
    `${SESSION}/xhr_streaming`,
    serve(() => xhrStreaming),
  );
  scope.get(
    `${SESSION}/eventsource`,
    serve(() => eventSource),
  );
  scope.get(
    `${SESSION}/htmlfile`,
    serve((request) => htmlFile(callbackOf(request))),
  );
  scope.get(
    `${SESSION}/jsonp`,
    serve((request) => jsonpPolling(callbackOf(request))),
  );
  scope.post(
    `${SESSION}/xhr_send`,
    take((reply) => reply.code(204).send()),
  );
  // The form is submitted into a hidden frame of our own page.
  scope.post(
    `${SESSION}/jsonp_send`,
    take((reply) => ownFrame(reply, "default-src 'none'").type('text/plain; charset=UTF-8').send('ok')),
  );
}

const ownFrame = (reply: FastifyReply, policy: string): FastifyReply =>
  reply.header('content-security-policy', `${policy}; frame-ancestors 'self'`).header('x-frame-options', 'SAMEORIGIN');

/** For the client's iframe-* transports: its own script, in a frame that only our own pages may embed. */
function mountFrame(scope: FastifyInstance): void {
  const script = readFileSync(createRequire(import.meta.url).resolve('sockjs-client/dist/sockjs.min.js'), 'utf8');
  scope.get(`${BASE}/${CLIENT_SCRIPT}`, async (_request, reply) =>
    reply.type('application/javascript; charset=UTF-8').header('cache-control', 'public, max-age=3600').send(script),
  );
  scope.get(`${BASE}/iframe.html`, async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    return ownFrame(reply, `default-src 'none'; script-src 'self' 'nonce-${nonce}'; connect-src 'self'; frame-src 'self'`)
      .type('text/html; charset=UTF-8')
      .send(
        `<!doctype html>\n<meta charset="utf-8">\n<script src="${CLIENT_SCRIPT}"></script>\n<script nonce="${nonce}">SockJS.bootstrap_iframe();</script>\n`,
      );
  });
}

/** STOMP over SockJS, as its browser client speaks it: a websocket, or one of six transports over plain HTTP. */
export function mountRealtime(server: FastifyInstance, deps: UpgradeDeps): void {
  mountUpgrades(server, deps);
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES_MAX }, (_request, body, done) => done(null, body));
    scope.addHook('onRequest', async (request) => {
      if (deps.isForeign(request.headers)) throw new AppError('foreign_origin');
    });
    scope.get(BASE, async (_request, reply) => reply.type('text/plain; charset=UTF-8').send('Welcome to SockJS!\n'));
    scope.get(`${BASE}/info`, async () => ({
      websocket: true,
      cookie_needed: false,
      origins: ['*:*'], // what the client expects here; the check above decides
      entropy: randomBytes(4).readUInt32BE(),
    }));
    mountStreams(scope, createSessions(deps));
    mountFrame(scope);
  });
}
