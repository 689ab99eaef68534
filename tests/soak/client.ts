import { Agent, type Dispatcher } from 'undici';

export type Reply = { readonly status: number; readonly text: string; readonly cookies: readonly string[] };
export type Client = {
  /** Times the whole answer under the operation's name. */
  call(operation: string, path: string, options?: CallOptions): Promise<Reply>;
  /** Times something else. */
  timed<T>(operation: string, work: () => Promise<T>): Promise<T>;
  /** Milliseconds by operation since the last time; starts a new list. */
  takeLatencies(): Map<string, number[]>;
  readonly requests: () => number;
  /** By operation and answer: all that was not expected. */
  readonly refusals: ReadonlyMap<string, number>;
  /** Answers that tell a client to come back: a busy machine's. */
  readonly busy: () => number;
  close(): Promise<void>;
};
export type CallOptions = { readonly headers?: Record<string, string>; readonly method?: 'POST'; readonly body?: string };

const REQUEST_MS_MAX = 60_000;

export function createClient(url: string): Client {
  // A connection for each request: customers share none, and one that is kept may be closed by the server while a request is on its way.
  const agent = new Agent({ pipelining: 0, headersTimeout: REQUEST_MS_MAX, bodyTimeout: REQUEST_MS_MAX });
  const refusals = new Map<string, number>();
  let latencies = new Map<string, number[]>();
  let requests = 0;
  let busy = 0;
  const refuse = (what: string) => refusals.set(what, (refusals.get(what) ?? 0) + 1);
  const timed: Client['timed'] = async (operation, work) => {
    requests += 1;
    const beganAt = performance.now();
    const result = await work().catch((error: unknown) => {
      refuse(`${operation}: ${error}`);
      throw error;
    });
    const list = latencies.get(operation) ?? [];
    latencies.set(operation, [...list, performance.now() - beganAt]);
    return result;
  };
  const send = async (path: string, { method, headers, body }: CallOptions): Promise<Reply> => {
    const options: Dispatcher.RequestOptions = { origin: url, path, method: method ?? 'GET', headers: headers ?? {}, body: body ?? null };
    const answer = await agent.request(options);
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    return { status: answer.statusCode, text: await answer.body.text(), cookies };
  };
  return {
    timed,
    call: async (operation, path, options = {}) => {
      const reply = await timed(operation, () => send(path, options));
      if (reply.status === 503 || reply.status === 429) busy += 1;
      else if (reply.status >= 300) refuse(`${operation}: ${reply.status} ${reply.text.slice(0, 200)}`);
      return reply;
    },
    takeLatencies: () => {
      const taken = latencies;
      latencies = new Map();
      return taken;
    },
    requests: () => requests,
    refusals,
    busy: () => busy,
    close: () => agent.close(),
  };
}
