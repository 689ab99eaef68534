import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { parse as parseForm } from 'node:querystring';
import cookie from '@fastify/cookie';
import { API_BASE } from '@stablegate/contract';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Config } from '../config';
import { AppError } from '../platform/app-error';
import type { Logger } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import type { AnsweredCall } from '../platform/principal';
import type { Tracing } from '../platform/tracing/tracing';
import { handleClientError, handleError } from './error-handler';
import { FORM_TYPE } from './mount';
import { createForeignCheck } from './origin-check';
import { createResponseCompressor } from './packed';
import { securityHeaders } from './security-headers';
import { WebsocketOnlyMessage } from './websocket-only-message';

const BODY_BYTES_MAX = 64 * 1024;
const URL_CHARS_MAX = 16 * 1024; // Node's maximum: an id of any length reaches its schema, which answers not found

/** For head and body together: the largest body in this time is 5 KB a second. Whoever trickles holds a socket and a buffer. */
const REQUEST_MS_MAX = 15_000;
const REQUEST_CHECK_MS = 5_000;

/** Forms leave single percent signs unencoded; each run of encoded bytes must be whole characters. */
const isEncodedUtf8 = (text: string): boolean =>
  !text.includes('%') || [...text.matchAll(/(?:%[\da-f]{2})+/gi)].every(([run]) => isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex')));
const ASCII_ONLY = /^[\x21-\x7e]*$/; // Node reads other bytes of an address as Latin-1

/** Node replaces invalid bytes silently: two different names would be stored as one. */
function refuseInvalidUtf8(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const isText = !request.url.startsWith(API_BASE) || (ASCII_ONLY.test(request.url) && isEncodedUtf8(request.url));
    done(isText ? undefined : new AppError('malformed_request'));
  });
  server.addContentTypeParser<Buffer>(FORM_TYPE, { parseAs: 'buffer' }, (_request, body, done) => {
    const text = body.toString('utf8');
    if (!isUtf8(body) || !isEncodedUtf8(text)) return done(new AppError('malformed_request'));
    return done(null, parseForm(text));
  });
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body)) return done(new AppError('malformed_request'));
    return parse(request, body.toString('utf8'), done);
  });
}

/** SockJS has a protocol of its own, open to everyone, with limits of its own on connections. */
const LIVE = `${API_BASE}/ws`;

function refuseUndeclaredRoutes(server: FastifyInstance): void {
  server.addHook('onRoute', ({ url, config }) => {
    const isDeclared = config?.access !== undefined || url === LIVE || url.startsWith(`${LIVE}/`);
    if (url.startsWith(API_BASE) && !isDeclared) throw new Error(`${url} is not in the contract: nobody would check who calls it.`);
  });
}

export async function createHttpServer(deps: {
  config: Config;
  log: Logger;
  metrics: Metrics;
  tracing: Tracing | undefined;
}): Promise<FastifyInstance> {
  const { config, log, metrics, tracing } = deps;
  const server = Fastify({
    loggerInstance: log.child({ part: 'http' }),
    logController: new LogController({ disableRequestLogging: true }), // our own log line names the route, not the URL
    bodyLimit: BODY_BYTES_MAX,
    trustProxy: config.trustProxy.length === 0 ? false : [...config.trustProxy],
    genReqId: () => randomUUID(),
    // our log lines name the request themselves; a child logger per request cost more than the lines
    childLoggerFactory: (logger) => logger,
    requestTimeout: REQUEST_MS_MAX,
    clientErrorHandler: handleClientError,
    // Node takes the larger of the two limits for the whole request, and the one for the head is a minute by default.
    http: { IncomingMessage: WebsocketOnlyMessage, connectionsCheckingInterval: REQUEST_CHECK_MS, headersTimeout: REQUEST_MS_MAX },
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: URL_CHARS_MAX },
    // A URL that cannot be decoded reaches no route and no hook: it gets our error envelope here.
    frameworkErrors: (error, request, reply) => {
      void reply.header('x-request-id', request.id).header('content-security-policy', "frame-ancestors 'none'");
      void handleError(error, request as FastifyRequest, reply.header('x-content-type-options', 'nosniff') as FastifyReply);
    },
  }) as unknown as FastifyInstance;
  server.removeContentTypeParser('text/plain');
  server.setValidatorCompiler((schema) => {
    const validate = validatorCompiler(schema as Parameters<typeof validatorCompiler>[0]);
    return (value: unknown) => validate(value ?? undefined); // Fastify validates null where a call has no body
  });
  server.setSerializerCompiler(serializerCompiler);
  server.setErrorHandler(handleError);
  server.decorateRequest('principal', undefined);
  server.decorateRequest('store', undefined);
  server.decorateRequest('callingKey', undefined);
  server.decorateRequest('records', undefined);

  refuseUndeclaredRoutes(server);
  const fixedHeaders = securityHeaders(config);
  server.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of fixedHeaders) reply.raw.setHeader(name, value); // also for responses written directly
    done();
  });
  if (tracing !== undefined) (await import('../platform/tracing/trace-requests')).traceRequests(server, tracing);
  refuseInvalidUtf8(server);
  await server.register(cookie);

  server.addHook('onSend', (request, reply, _payload, done) => {
    void reply.header('x-request-id', request.id);
    if (request.url.startsWith(API_BASE) && !reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    done();
  });
  server.addHook('onSend', createResponseCompressor(createForeignCheck(config.publicUrl)));
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.httpRequests.inc({ method: request.method, route, status: reply.statusCode });
    metrics.httpDuration.observe({ method: request.method, route }, reply.elapsedTime / 1000);
    request.log.debug(
      { requestId: request.id, method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
    done();
  });
  return server;
}

/**
 * Our own screens, which name their language, learn the business time with every answer: a sandbox's clock moves while they are open, and a
 * browser's may be wrong.
 */
export function addServerTimeHeader(server: FastifyInstance, now: () => Date): void {
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (request.headers['x-language'] !== undefined) void reply.header('x-server-time', now().toISOString());
    done();
  });
}

/** A proxy that trusts what it is sent may hand over anything; an IPv6 address with its zone is shorter. */
const IP_CHARS_MAX = 64;

/** Each answered call of a store, for its log, which is written out before the connections close. */
export function logStoreCalls(server: FastifyInstance, log: { note(call: AnsweredCall): void; stop(): Promise<void> }): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { callingKey, ip, id: requestId, routeOptions } = request;
    const { route = '' } = routeOptions.config;
    if (callingKey !== undefined) log.note({ ...callingKey, ip: ip.slice(0, IP_CHARS_MAX), route, status: reply.statusCode, requestId });
    done();
  });
  server.addHook('onClose', log.stop);
}
