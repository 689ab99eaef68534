import type { z } from 'zod';
import { ACCOUNT_CHANGES, type RouteAudit } from './accounts/audit-actions';
import type { SecondFactorAction } from './accounts/second-factor';
import type { TeamPermission } from './accounts/team-roles';
import type { ErrorCode } from './errors';
import type { LimitName } from './limits';
import type { RouteTag } from './tags';

/** Every call is below this base, so that the web app's own paths (/api, /contact, /admin/users) stay free. */
export const API_BASE = '/api/v1';

/**
 * Who may call a route. The server enforces it at the edge from this value only, and the security tests are generated from it, so no route
 * can be missed.
 * - public: everyone · session: signed in · verified: signed in with a verified e-mail · admin: role ADMIN
 * - api-key: a store's X-API-KEY · feed: its protocol's own authentication, as of bank feeds · sandbox: only where the sandbox runs
 */
export type Access = 'public' | 'session' | 'verified' | 'admin' | 'api-key' | 'feed' | 'sandbox';

/** What an API key may be allowed to do. The store's main key may do everything. */
export const API_SCOPES = ['create', 'read', 'cancel', 'refunds', 'callbacks'] as const;
export type ApiScope = (typeof API_SCOPES)[number];
/** As the screens name them. */
export const API_SCOPE_LABELS = {
  create: 'Create invoices',
  read: 'Read invoices',
  cancel: 'Cancel invoices',
  refunds: 'Plan and report refunds',
  callbacks: 'Resend callbacks',
} as const satisfies Readonly<Record<ApiScope, string>>;

type Caller =
  | {
      readonly access: 'session' | 'verified';
      /** What a member of the account's team needs; `own`: it concerns the caller's own account, whoever they work for. */
      readonly team: TeamPermission | 'own';
    }
  | { readonly access: Exclude<Access, 'session' | 'verified'>; readonly team?: undefined };

/** Whoever writes a route that changes something says what it records. */
type Effect =
  | { readonly method: 'GET'; readonly changesState?: undefined; readonly audit?: undefined }
  | {
      readonly method: 'GET';
      /** It gets the origin check as well. */
      readonly changesState: true;
      readonly audit: RouteAudit;
    }
  | { readonly method: 'POST' | 'PUT' | 'DELETE'; readonly changesState?: undefined; readonly audit: RouteAudit };

export type RouteSpec = Caller &
  Effect & {
    /** Path below API_BASE with {name} for parameters, as in api.md and OpenAPI. */
    readonly path: `/${string}`;
    readonly summary: string;
    readonly tag: RouteTag;
    /** With access api-key: what the key must be allowed to do. */
    readonly scope?: ApiScope;
    /** A form-encoded body, as specified; JSON is accepted too. */
    readonly form?: true;
    /**
     * Step-up: what a thief at an open session would do needs a sign-in less than 15 minutes old. `sometimes`: the use case decides, because
     * only some values of the call are sensitive.
     */
    readonly stepUp?: true | 'sometimes';
    /**
     * Where the owner of the account requires it for this action, the caller has to have given a second factor less than 15 minutes ago.
     * `guard`: what would lead around that; it is asked for as soon as one action needs it.
     */
    readonly secondFactor?: SecondFactorAction | 'guard';
    /** Besides the limit of its access. */
    readonly limits?: readonly LimitName[];
    /** Admins act for the platform here: they need two-factor as on admin routes. */
    readonly platformMoney?: true;
    readonly params?: z.ZodType;
    readonly query?: z.ZodType;
    readonly body?: z.ZodType;
    readonly reply: Readonly<Record<number, z.ZodType>>;
    /** The reply contains a key, a secret or codes: it is never compressed, since its length would tell about them (BREACH). */
    readonly secret?: true;
    /** The response is a streamed file of one of these content types. */
    readonly files?: readonly string[];
    readonly errors?: readonly ErrorCode[];
    /** Refusals in the words of another product's protocol, which its plugins read. */
    readonly dialect?: 'epusdt';
    /** Where a code has another status than in the catalogue. */
    readonly statuses?: Readonly<Partial<Record<ErrorCode, number>>>;
  };

/** Holds for every route of that access, besides the route's own. A bank feed that proves itself has no limit: money would wait. */
const LIMIT_OF_ACCESS: Readonly<Record<Access, readonly LimitName[]>> = {
  public: ['guests'],
  session: ['signed-in'],
  verified: ['signed-in'],
  admin: ['signed-in'],
  'api-key': ['stores', 'wrong-keys'],
  feed: ['wrong-keys'],
  sandbox: [],
};
/** Whether it writes down a change that is mailed. */
const isMailed = (audit: RouteAudit | undefined): boolean =>
  [audit].flat().some((each) => typeof each === 'string' && each in ACCOUNT_CHANGES);

export const limitsOf = ({ access, limits = [], audit }: RouteSpec): LimitName[] => [
  ...LIMIT_OF_ACCESS[access],
  ...limits,
  ...(isMailed(audit) ? (['account-changes'] as const) : []),
];

export const defineRoute = <const R extends RouteSpec>(route: R): R => route;

type Infer<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;
export type RouteParams<R extends RouteSpec> = Infer<R['params']>;
export type RouteQuery<R extends RouteSpec> = Infer<R['query']>;
export type RouteBody<R extends RouteSpec> = Infer<R['body']>;
export type RouteQueryInput<R extends RouteSpec> = Input<R['query']>;
export type RouteBodyInput<R extends RouteSpec> = Input<R['body']>;
/** The union of the successful replies. */
export type RouteReply<R extends RouteSpec> = Infer<R['reply'][keyof R['reply']]>;
