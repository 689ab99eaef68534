import { Agent as HttpAgent, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { urlToHttpOptions } from 'node:url';
import { killPoint } from '../kill-points';
import { createNameResolver, isBlockedAddress, isBlockedPort, type OutboundRules, type ResolveName } from './outbound-addresses';

/** Calls to URLs given by users. */
export type OutboundHttp = {
  /** Never throws: errors are outcomes. */
  post(url: string, message: OutboundMessage): Promise<OutboundResult>;
  /** Asked when a URL is given, so that its owner learns it then; sending asks again. */
  refusesPort(url: string): boolean;
  close(): void;
};
export type OutboundMessage = { readonly headers: Readonly<Record<string, string>>; readonly body: string };
export type OutboundFailure = 'timeout' | 'unreachable' | 'blocked_address';
export type OutboundResult = { readonly durationMs: number } & (
  | { readonly outcome: 'answered'; readonly httpStatus: number; readonly response: string; readonly retryAfter: string | undefined }
  | { readonly outcome: OutboundFailure }
);

const DEADLINE_MS = 10_000; // in total: lookup, connection, response
const READ_BYTES_MAX = 64 * 1024;
const KEPT_BYTES_MAX = 2 * 1024; // enough to read a merchant's error page
const IDLE_SOCKET_MS = 4_000; // below the 5 s after which many servers close theirs
const CONNECT_TRY_MS = 2_000; // before the next address of the name is tried

export type OutboundOptions = OutboundRules & { readonly deadlineMs?: number; readonly resolve?: ResolveName };
type Answer = { readonly httpStatus: number; readonly response: string; readonly retryAfter: string | undefined };

/** PostgreSQL stores no NUL; `stream` drops a character cut in two by the limit. */
const textOf = (bytes: Buffer): string =>
  new TextDecoder().decode(bytes.subarray(0, KEPT_BYTES_MAX), { stream: true }).replaceAll('\0', '');

/** The status decides: a body that hangs, breaks off or never ends changes nothing. */
function readBeginning(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let readBytes = 0;
  return new Promise((resolve) => {
    const finish = () => resolve(textOf(Buffer.concat(chunks)));
    answer.on('data', (chunk: Buffer) => {
      killPoint('callback.during_body');
      if (readBytes < KEPT_BYTES_MAX) chunks.push(chunk);
      readBytes += chunk.length;
      if (readBytes >= READ_BYTES_MAX) answer.destroy();
    });
    answer.once('end', finish);
    answer.once('close', finish);
    answer.on('error', () => answer.destroy());
  });
}

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

/** Connects to the addresses that were checked, without a second DNS lookup (DNS rebinding). */
const pinned =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    if (all === true) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  };

type Exchange = { readonly url: URL; readonly options: RequestOptions; readonly body: string; readonly deadline: Deadline };

function exchange({ url, options, body, deadline }: Exchange, isSecondTry = false): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)({ ...urlToHttpOptions(url), ...options }, (answer) => {
      isAnswered = true;
      const { statusCode = 0, headers } = answer;
      readBeginning(answer).then((response) => resolve({ httpStatus: statusCode, response, retryAfter: headers['retry-after'] }), reject);
    });
    request.on('error', (error) => {
      if (isAnswered) return; // reading the response ends by itself
      // The receiver closed a kept-alive connection at the same moment: it has most likely not read the message.
      const isStale = request.reusedSocket && !isSecondTry && !deadline.isOver();
      if (isStale) exchange({ url, options: { ...options, agent: false }, body, deadline }, true).then(resolve, reject);
      else reject(error);
    });
    deadline.whenOver(() => request.destroy(new Error('deadline exceeded')));
    request.end(body);
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
  const settings = { keepAlive: true, timeout: IDLE_SOCKET_MS, maxFreeSockets: 64 };
  const agents = { http: new HttpAgent(settings), https: new HttpsAgent(settings) };

  async function send(target: string, { headers, body }: OutboundMessage, deadline: Deadline): Promise<Answer | OutboundFailure> {
    const url = new URL(target);
    const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
    if (!isWeb || isBlockedPort(url, rules)) return 'blocked_address';
    const addresses = await within(deadline, resolveName(url.hostname.replace(/^\[|\]$/g, '')));
    if (addresses.length === 0) return 'unreachable';
    // One blocked address is enough: mixing them is a known way around such checks.
    if (addresses.some((address) => isBlockedAddress(address, rules))) return 'blocked_address';
    const length = Buffer.byteLength(body);
    const options = {
      method: 'POST',
      agent: url.protocol === 'https:' ? agents.https : agents.http,
      lookup: pinned(addresses),
      autoSelectFamilyAttemptTimeout: CONNECT_TRY_MS,
      headers: { ...headers, host: url.host, 'content-length': String(length), 'accept-encoding': 'identity' },
    };
    return exchange({ url, options, body, deadline });
  }

  return {
    post: async (target, message) => {
      const startedAt = performance.now();
      const deadline = startDeadline(deadlineMs);
      const result = await send(target, message, deadline)
        .catch((): OutboundFailure => (deadline.isOver() ? 'timeout' : 'unreachable'))
        .finally(deadline.clear);
      const durationMs = Math.round(performance.now() - startedAt);
      return typeof result === 'string' ? { outcome: result, durationMs } : { outcome: 'answered', ...result, durationMs };
    },
    refusesPort: (target) => isBlockedPort(new URL(target), rules),
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}
