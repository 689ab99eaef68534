import { API_BASE, type RouteBody, type RouteParams, type RouteQuery, type RouteReply, type RouteSpec } from '@stablegate/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/app-error';
import { asCaller, type Records } from '../platform/request-author';
import type { AccessCheck } from './access';
import type { AuditCheck } from './audit/audit-check';
import type { LimitCheck } from './limits';
import type { OriginCheck } from './origin-check';
import { callerOf } from './principal';

export type TypedRequest<R extends RouteSpec> = FastifyRequest & {
  readonly body: RouteBody<R>;
  readonly query: RouteQuery<R>;
  readonly params: RouteParams<R>;
};
export type Handler<R extends RouteSpec> = (request: TypedRequest<R>, reply: FastifyReply) => Promise<RouteReply<R> | FastifyReply>;

/** Mounts contract routes; a module's `*.routes.ts` gets this instead of the server. */
export type Router = <R extends RouteSpec>(route: R, handler: Handler<R>) => void;

declare module 'fastify' {
  interface FastifyRequest {
    /** While its handler runs. */
    records: Records | undefined;
  }
  interface FastifyContextConfig {
    access?: RouteSpec['access'];
    secret?: RouteSpec['secret'];
    dialect?: RouteSpec['dialect'];
    /** Method and path as the contract writes them. */
    route?: string;
  }
}

/** All mounted routes, from which OpenAPI is generated. */
export type MountedRoutes = RouteSpec[];

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Many programs send a JSON content type on calls without a body: ignored there. */
function forgetTypeOfNothing(request: FastifyRequest): void {
  const { 'content-type': type, 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
  if (type !== undefined && length === '0' && coding === undefined) request.headers = { 'content-type': undefined };
}

function refuseForms(request: FastifyRequest): void {
  if (request.headers['content-type']?.startsWith(FORM_TYPE)) throw new AppError('unsupported_media_type');
}

export function createRouter(
  server: FastifyInstance,
  checks: { origin: OriginCheck; access: AccessCheck; limits: LimitCheck; audit: AuditCheck },
  mounted: MountedRoutes,
): Router {
  return (route, handler) => {
    mounted.push(route);
    const { countCall, withKeyCheck } = checks.limits;
    server.route({
      method: route.method,
      url: API_BASE + route.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { access: route.access, secret: route.secret, dialect: route.dialect, route: `${route.method} ${route.path}` },
      schema: {
        ...(route.params === undefined ? {} : { params: route.params }),
        ...(route.query === undefined ? {} : { querystring: route.query }),
        ...(route.body === undefined ? {} : { body: route.body }),
        response: route.reply,
      },
      // Before the body is read, so that a foreign or anonymous caller costs only the check.
      onRequest: async (request) => {
        checks.origin(route, request);
        await withKeyCheck(request, () => checks.access(route, request));
        forgetTypeOfNothing(request);
        if (route.form !== true) refuseForms(request);
      },
      preHandler: countCall(route),
      handler: async (request, reply) => {
        const records: Records = new Set();
        request.records = records;
        try {
          return await withKeyCheck(request, () =>
            asCaller(callerOf(request), records, () => handler(request as TypedRequest<typeof route>, reply)),
          );
        } catch (error) {
          request.records = undefined; // a refused call changed nothing
          throw error;
        }
      },
      onSend: async (request, _reply, payload) => {
        const { records } = request;
        request.records = undefined; // an answer that is refused here is sent again, as an error
        if (records !== undefined) checks.audit(route, records);
        return payload;
      },
    });
  };
}
