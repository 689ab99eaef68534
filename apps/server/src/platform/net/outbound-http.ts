import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { killPoint } from '../kill-points';
import { createNameResolver, isBlockedAddress, isBlockedPort, type OutboundRules, type ResolveName } from './outbound-addresses';

/** Calls to URLs given by users. */
export type OutboundHttp = {
  /** Never throws: errors are outcomes. */
  post(url: string, message: OutboundMessage): Promise<OutboundResult>;
  /** Keeps the whole answer, up to 64 KiB. */
  get(url: string): Promise<OutboundResult>;
  /** Asked when a URL is given, so that its owner learns it then; sending asks again. */
  refusesPort(url: string): boolean;
  close(): void;
};
export type OutboundMessage = { readonly headers: Readonly<Record<string, string>>; readonly body: string };
/** Without a body it is a GET. */
type Sent = { readonly headers: OutboundMessage['headers']; readonly body: string | null; readonly keptBytesMax: number };
export type OutboundFailure = 'timeout' | 'unreachable' | 'blocked_address';
export type OutboundResult = { readonly durationMs: number } & (
  | { readonly outcome: 'answered'; readonly httpStatus: number; readonly response: string; readonly retryAfter: string | undefined }
  | { readonly outcome: OutboundFailure }
);

const DEADLINE_MS = 10_000; // in total: lookup, connection, response
const READ_BYTES_MAX = 64 * 1024;
const KEPT_BYTES_MAX = 2 * 1024; // enough to read a merchant's error page
const IDLE_SOCKET_MS = 4_000; // below the 5 s after which many servers close theirs
const NAMES_MAX = 10_000;
const CONNECT_TRY_MS = 2_000; // before the next address of the name is tried

export type OutboundOptions = OutboundRules & { readonly deadlineMs?: number; readonly resolve?: ResolveName };
type Answer = { readonly httpStatus: number; readonly response: string; readonly retryAfter: string | undefined };

/** PostgreSQL stores no NUL; `stream` drops a character cut in two by the limit. */
const textOf = (bytes: Buffer, bytesMax: number): string =>
  new TextDecoder().decode(bytes.subarray(0, bytesMax), { stream: true }).replaceAll('\0', '');

/** One timer for the whole call. An AbortSignal would do the same at several times the cost. */
type Deadline = { readonly isOver: () => boolean; readonly whenOver: (stop: () => void) => void; readonly clear: () => void };

function startDeadline(ms: number): Deadline {
  let over = false;
  let stopCurrent: (() => void) | undefined;
  const timer = setTimeout(() => {
    over = true;
    stopCurrent?.();
  }, ms);
  return {
    isOver: () => over,
    whenOver: (stop) => {
      stopCurrent = stop;
      if (over) stop();
    },
    clear: () => clearTimeout(timer),
  };
}

/** Where a URL leads. Parsed for each call, in 3 µs: most invoices have a callback URL of their own, and remembering them only fills memory. */
type Target = {
  readonly origin: string;
  readonly path: string;
  readonly host: string;
  /** Of the URL: an address, or a name to resolve. */
  readonly name: string;
  readonly authorization: string | undefined;
  readonly isRefused: boolean;
};

function parseTarget(target: string, rules: OutboundRules): Target {
  const url = new URL(target);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return {
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    host: url.host,
    name: url.hostname.replace(/^\[|\]$/g, ''),
    authorization: login === ':' ? undefined : `Basic ${Buffer.from(login).toString('base64')}`,
    isRefused: !isWeb || isBlockedPort(url, rules),
  };
}

/** Remembers the latest `max` results or so: the next one after that starts anew. */
function memoised<Result>(compute: (key: string) => Result, max: number): (key: string) => Result {
  const known = new Map<string, Result>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= max) known.clear();
    const result = compute(key);
    known.set(key, result);
    return result;
  };
}

/** Connects to the addresses that were checked, without a second DNS lookup (DNS rebinding). */
const pinned =
  (checked: ReadonlyMap<string, readonly string[]>): LookupFunction =>
  (name, { all }, callback) => {
    const found = (checked.get(name) ?? []).map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    if (found.length === 0) callback(new Error(`${name} was not checked`), '');
    else if (all === true) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  };

/** Errors that break a connection say whether an earlier call used it. */
type BrokenConnection = Error & { readonly hadAnswered?: boolean };

/** As undici's own, which does not say so. */
function connectorTo(checked: ReadonlyMap<string, readonly string[]>): buildConnector.connector {
  const connect = buildConnector({ lookup: pinned(checked), autoSelectFamily: true, autoSelectFamilyAttemptTimeout: CONNECT_TRY_MS });
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (error !== null) return callback(error, null);
      socket.prependListener('error', (broken: Error) => Object.assign(broken, { hadAnswered: socket.bytesRead > 0 }));
      callback(null, socket);
    });
}

/** A connection that the receiver closed, which had answered before: it was closing while we wrote. */
const wasStale = (error: BrokenConnection & { readonly socket?: { readonly bytesRead?: number } }): boolean =>
  error.hadAnswered === true || (error.socket?.bytesRead ?? 0) > 0;

type Call = { readonly target: Target; readonly message: Sent; readonly deadline: Deadline };

/** undici's `request` needs twice the processor time of its `dispatch`, node:http three times. */
function exchange(dispatcher: Dispatcher, { target, message, deadline }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let readBytes = 0;
    let answered: { readonly httpStatus: number; readonly retryAfter: string | undefined } | undefined;
    let controller: Dispatcher.DispatchController | undefined;
    /** The status decides: a body that hangs, breaks off or never ends changes nothing. */
    const finish = (error?: Error) => {
      if (answered !== undefined) resolve({ ...answered, response: textOf(Buffer.concat(chunks), message.keptBytesMax) });
      else reject(error ?? new Error('no answer'));
    };
    const stop = (reason: string) => {
      const error = new Error(reason);
      finish(error);
      controller?.abort(error);
    };
    deadline.whenOver(() => stop('deadline exceeded'));
    const { origin, path, host, authorization } = target;
    dispatcher.dispatch(
      {
        origin,
        path,
        method: message.body === null ? 'GET' : 'POST',
        body: message.body,
        headers: { ...message.headers, host, 'accept-encoding': 'identity', ...(authorization === undefined ? {} : { authorization }) },
      },
      {
        onRequestStart: (started) => {
          controller = started;
          if (deadline.isOver()) started.abort(new Error('deadline exceeded'));
        },
        onResponseStart: (_controller, httpStatus, headers) => {
          const retryAfter = headers['retry-after'];
          answered = { httpStatus, retryAfter: typeof retryAfter === 'string' ? retryAfter : retryAfter?.[0] };
        },
        onResponseData: (_controller, chunk) => {
          killPoint('callback.during_body');
          if (readBytes < message.keptBytesMax) chunks.push(chunk);
          readBytes += chunk.length;
          if (readBytes >= READ_BYTES_MAX) stop('the answer is too long');
        },
        onResponseEnd: () => finish(),
        onResponseError: (_controller, error) => finish(error),
      },
    );
  });
}

const within = <Result>(deadline: Deadline, work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    deadline.whenOver(() => reject(new Error('deadline exceeded')));
    work.then(resolve, reject);
  });

/** http(s) only, the address pinned, no redirects, no decompression, a small response limit, and one deadline. */
export function createOutboundHttp({ deadlineMs = DEADLINE_MS, resolve, ...rules }: OutboundOptions): OutboundHttp {
  const resolveName = resolve ?? createNameResolver();
  const isBlocked = memoised((address) => isBlockedAddress(address, rules), NAMES_MAX);
  const checked = new Map<string, readonly string[]>();
  const settings = { connect: connectorTo(checked), headersTimeout: 0, bodyTimeout: 0 };
  const kept = new Agent({ ...settings, keepAliveTimeout: IDLE_SOCKET_MS, keepAliveMaxTimeout: IDLE_SOCKET_MS });
  const fresh = new Agent({ ...settings, pipelining: 0 }); // one connection per call

  /** One blocked address is enough: mixing them is a known way around such checks. */
  async function check({ name }: Target, deadline: Deadline): Promise<OutboundFailure | undefined> {
    if (isIP(name) !== 0) return isBlocked(name) ? 'blocked_address' : undefined;
    const addresses = await within(deadline, resolveName(name));
    if (addresses.length === 0) return 'unreachable';
    if (addresses.some(isBlocked)) return 'blocked_address';
    if (checked.size >= NAMES_MAX) checked.clear(); // what is being connected to has asked for its addresses already
    checked.set(name, addresses);
    return undefined;
  }

  async function send(url: string, message: Sent, deadline: Deadline): Promise<Answer | OutboundFailure> {
    const target = parseTarget(url, rules);
    const refusal = target.isRefused ? 'blocked_address' : await check(target, deadline);
    if (refusal !== undefined) return refusal;
    const call = { target, message, deadline };
    try {
      return await exchange(kept, call);
    } catch (error) {
      // The receiver closed a kept-alive connection at the same moment: it has most likely not read the message.
      if (deadline.isOver() || !wasStale(error as Error)) throw error;
      return exchange(fresh, call);
    }
  }

  async function call(target: string, message: Sent): Promise<OutboundResult> {
    const startedAt = performance.now();
    const deadline = startDeadline(deadlineMs);
    const result = await send(target, message, deadline)
      .catch((): OutboundFailure => (deadline.isOver() ? 'timeout' : 'unreachable'))
      .finally(deadline.clear);
    const durationMs = Math.round(performance.now() - startedAt);
    return typeof result === 'string' ? { outcome: result, durationMs } : { outcome: 'answered', ...result, durationMs };
  }

  return {
    post: (target, { headers, body }) => call(target, { headers, body, keptBytesMax: KEPT_BYTES_MAX }),
    get: (target) => call(target, { headers: { accept: 'application/json' }, body: null, keptBytesMax: READ_BYTES_MAX }),
    refusesPort: (target) => isBlockedPort(new URL(target), rules),
    close: () => {
      for (const agent of [kept, fresh]) void agent.destroy();
    },
  };
}
