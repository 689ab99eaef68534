import { API_BASE } from '@stablegate/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenSpan, Tracing } from './tracing';

const SERVER_ERROR = 500;

/** A span per call of the API. It has the route, never the address: ids and queries of customers stay here. */
export function traceRequests(server: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  server.addHook('onRequest', (request, _reply, done) => {
    const span = request.url.startsWith(API_BASE) ? tracing.startRequest(request.method, request.headers.traceparent) : undefined;
    if (span !== undefined) spans.set(request, span);
    done();
  });
  // Here and not before: reading the body leaves the context in which it began.
  server.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else tracing.within(span, done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    spans.get(request)?.end({
      name: `${request.method} ${route}`,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'stablegate.request_id': request.id,
      },
      isError: reply.statusCode >= SERVER_ERROR,
    });
    done();
  });
}
