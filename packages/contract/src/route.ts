import type { z } from 'zod';
import type { ErrorCode } from './errors';

/** Every call lives under this base, so that the web app's own paths (/api, /contact, /admin/users) stay free. */
export const API_BASE = '/api/v1';

/**
 * Who may call a route. The server enforces it at the edge from this word alone, and the security
 * tests are generated from it, so a route cannot be forgotten.
 * - public: everyone · session: signed in · verified: signed in with a verified e-mail · admin: role ADMIN
 * - api-key: a store's X-API-KEY · feed: the bank feed's own authentication · sandbox: only where the sandbox runs
 */
export type Access = 'public' | 'session' | 'verified' | 'admin' | 'api-key' | 'feed' | 'sandbox';

export type RouteSpec = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path under API_BASE with {name} for parameters, as api.md and OpenAPI write it. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  /** A form-encoded body, as the specification's calls send it; JSON is accepted there too. */
  readonly form?: true;
  /** A change that needs a sign-in less than 15 minutes old. */
  readonly recentSignIn?: true;
  /** A GET that changes state and therefore gets the origin check as well. */
  readonly changesState?: true;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly reply: Readonly<Record<number, z.ZodType>>;
  /** The answer is a file of one of these content types, streamed. */
  readonly files?: readonly string[];
  readonly errors?: readonly ErrorCode[];
  /** Where a code answers with another status than the catalogue's. */
  readonly statuses?: Readonly<Partial<Record<ErrorCode, number>>>;
};

export const defineRoute = <const R extends RouteSpec>(route: R): R => route;

type Infer<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;
export type RouteParams<R extends RouteSpec> = Infer<R['params']>;
export type RouteQuery<R extends RouteSpec> = Infer<R['query']>;
export type RouteBody<R extends RouteSpec> = Infer<R['body']>;
export type RouteQueryInput<R extends RouteSpec> = Input<R['query']>;
export type RouteBodyInput<R extends RouteSpec> = Input<R['body']>;
/** The union of the successful answers. */
export type RouteReply<R extends RouteSpec> = Infer<R['reply'][keyof R['reply']]>;
