import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../platform/app-error';
import type { Metrics } from '../platform/metrics';
import { equalsInConstantTime, sha256 } from '../platform/secrets/crypto';

export type Readiness = () => Promise<{ ready: boolean; detail: Record<string, string> }>;

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Metrics are sensitive: only for this machine or a holder of the token. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const header = request.headers.authorization;
  if (token !== undefined) return header !== undefined && equalsInConstantTime(sha256(header), sha256(`Bearer ${token}`));
  return LOOPBACK.has(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined;
}

export function mountHealth(
  server: FastifyInstance,
  deps: { metrics: Metrics; readiness: Readiness; metricsToken: string | undefined },
): void {
  server.get('/health', async () => ({ status: 'ok' }));
  server.get('/ready', async (_request, reply) => {
    const { ready, detail } = await deps.readiness();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', ...detail });
  });
  server.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, deps.metricsToken)) throw new AppError('forbidden');
    return reply.type(deps.metrics.registry.contentType).send(await deps.metrics.registry.metrics());
  });
}
