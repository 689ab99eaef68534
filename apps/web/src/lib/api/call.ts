import {
  API_BASE,
  type RouteBodyInput,
  type RouteParams,
  type RouteQueryInput,
  type RouteReply,
  type RouteSpec,
} from '@stablegate/contract';
import { ApiError, errorFromReply, NETWORK_ERROR } from './api-error';

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { readonly [K in Key]?: undefined }
  : Record<never, never> extends Value
    ? { readonly [K in Key]?: Value }
    : { readonly [K in Key]: Value };

type CallInput<R extends RouteSpec> = Part<'params', RouteParams<R>> &
  Part<'query', RouteQueryInput<R>> &
  Part<'body', RouteBodyInput<R>> & { readonly signal?: AbortSignal; readonly apiKey?: string };
type CallArguments<R extends RouteSpec> = Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>];
type AnyInput = { params?: unknown; query?: unknown; body?: unknown; signal?: AbortSignal; apiKey?: string };

const entriesOf = (value: unknown): [string, unknown][] => (typeof value === 'object' && value !== null ? Object.entries(value) : []);

/** {name} becomes the encoded parameter, so that an id can never change the path. */
export function pathOf(path: string, params: unknown): string {
  const values = new Map(entriesOf(params));
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`the path ${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
}

/** Empty values are omitted (specification 2, section 5). */
export function encoded(values: unknown): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of entriesOf(values)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null && each !== '') search.append(name, String(each));
    }
  }
  return search;
}

export function requestOf(route: RouteSpec, { params, query, body, signal, apiKey }: AnyInput): [url: string, init: RequestInit] {
  const search = encoded(query).toString();
  const url = `${API_BASE}${pathOf(route.path, params)}${search === '' ? '' : `?${search}`}`;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined && !route.form) headers['content-type'] = 'application/json';
  // A URLSearchParams body gets its form content type from the browser.
  const content = body === undefined ? undefined : route.form ? encoded(body) : JSON.stringify(body);
  // A merchant's own server has the key and no session.
  if (apiKey !== undefined) headers['x-api-key'] = apiKey;
  const credentials = apiKey === undefined ? 'same-origin' : 'omit';
  return [url, { method: route.method, headers, body: content, signal, credentials }];
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

/**
 * An answer of another status than success is a refusal whatever its code (specification 2, section 8), also with data in it. Other replies have a
 * status of their own: an invoice's, a network's.
 */
function isRefused(body: unknown): boolean {
  const { status, data }: { status?: unknown; data?: unknown } = Object(body);
  return status === 'error' || (data !== undefined && status !== undefined && status !== 'success');
}

export type CallDeps = {
  fetch: typeof fetch;
  /** The screen's language, in which mails are written. */
  language: () => string;
  /** The server no longer knows this session; not called for a wrong password or code. */
  onNotSignedIn: () => void;
  /** Business time, in every answer. */
  onServerTime?: (at: string) => void;
};

export const createCall = (deps: CallDeps) =>
  async function call<const R extends RouteSpec>(route: R, ...[input]: CallArguments<R>): Promise<RouteReply<R>> {
    const given: AnyInput = input ?? {};
    const [url, init] = requestOf(route, given);
    let response: Response | undefined;
    let body: unknown;
    try {
      const answer = await deps.fetch(url, { ...init, headers: { ...init.headers, 'x-language': deps.language() } });
      response = answer;
      const at = answer.headers.get('x-server-time');
      if (at !== null) deps.onServerTime?.(at);
      body = await readBody(answer).catch((error: unknown) => {
        if (answer.ok) throw error;
        return undefined;
      });
    } catch (error) {
      if (given.signal?.aborted) throw error;
      const reply = { code: NETWORK_ERROR, message: 'The server did not answer. Please try again.' };
      throw new ApiError(reply, response?.status ?? 0, { cause: error });
    }
    if (response.ok && !isRefused(body)) return body as RouteReply<R>;
    const failure = errorFromReply(body, response);
    if (failure.code === 'not_signed_in') deps.onNotSignedIn();
    throw failure;
  };
