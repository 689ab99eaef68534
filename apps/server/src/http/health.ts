import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Role } from '../config';
import { AppError } from '../platform/app-error';
import type { Logger } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import type { Primary } from '../platform/processes/of-primary';
import { equalsInConstantTime, sha256 } from '../platform/secrets/crypto';

export type Readiness = () => Promise<{ ready: boolean; detail: Record<string, string> }>;

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Metrics are sensitive: only for this machine or a holder of the token. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const header = request.headers.authorization;
  if (token !== undefined) return header !== undefined && equalsInConstantTime(sha256(header), sha256(`Bearer ${token}`));
  return LOOPBACK.has(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined;
}

type HealthDeps = {
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly metricsToken: string | undefined;
  /** In one of several processes behind a port: its name, and the metrics of all of them. */
  readonly primary?: Pick<Primary, 'name' | 'readMetrics'> | undefined;
};

export function mountHealth(server: FastifyInstance, deps: HealthDeps): void {
  const health = { status: 'ok', ...(deps.primary === undefined ? {} : { process: deps.primary.name }) };
  server.get('/health', async () => health);
  server.get('/ready', async (_request, reply) => {
    const { ready, detail } = await deps.readiness();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', ...detail });
  });
  server.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, deps.metricsToken)) throw new AppError('forbidden');
    const text = await (deps.primary?.readMetrics() ?? deps.metrics.registry.metrics());
    return reply.type(deps.metrics.registry.contentType).send(text);
  });
}

export type HealthPort = { readonly number: number; readonly isChosen: boolean };

/** By default another port per role, so that a machine can run one of each. */
export const healthPortOf = (chosen: number | undefined, roles: readonly Role[]): HealthPort => ({
  number: chosen ?? (roles.includes('worker') ? 8081 : 8082),
  isChosen: chosen !== undefined,
});

/**
 * Health and metrics of a process without the api role. Several workers on a machine need no configuration: where the default port is
 * taken, a process goes on without it and says so. A port that was chosen must be free.
 */
export async function startHealthServer(
  deps: HealthDeps & { readonly log: Logger; readonly host: string; readonly port: HealthPort },
): Promise<FastifyInstance | undefined> {
  const server = Fastify();
  mountHealth(server, deps);
  try {
    await server.listen({ host: deps.host, port: deps.port.number });
    return server;
  } catch (error) {
    await server.close();
    if (deps.port.isChosen || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    deps.log.warn({ port: deps.port.number }, 'the port of /health and /metrics is taken; set HEALTH_PORT to another one');
    return undefined;
  }
}
