import { readBounded } from '../../../platform/net/bounded-body';
import { classifyRpcError, classifyStatus } from './classify';
import { RpcError } from './rpc-errors';

export type RpcRequest = { readonly method: string; readonly params: readonly unknown[] };
export type RpcClient = {
  /** One HTTP request. Per call a result, or the node's error for that call. */
  send(requests: readonly RpcRequest[]): Promise<(unknown | RpcError)[]>;
  /** One call of TRON's HTTP API, which is served beside /jsonrpc on the same node. */
  post(path: string, body: unknown): Promise<unknown>;
};
export type RpcClientOptions = {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly responseBytesMax?: number;
};

/** 10,000 logs are about 6 MB; far larger answers are requested in smaller ranges. */
const RESPONSE_BYTES_MAX = 48 * 1024 * 1024;
/** Enough for any error object; proxies' error pages are longer and say nothing more. */
const ERROR_BYTES_MAX = 64 * 1024;

async function readBody(response: Response, bytesMax: number): Promise<string> {
  const tooLarge = () => new RpcError('range', `the answer is larger than ${bytesMax} bytes`);
  const declared = response.headers.get('content-length');
  if (declared !== null && Number.parseInt(declared, 10) > bytesMax) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const text = await readBounded(response.body, bytesMax);
  if (text === undefined) throw tooLarge();
  return text;
}

/** TRON nodes serve `wallet/...` and `walletsolidity/...` beside `/jsonrpc`. A key in the query is kept. */
function urlBeside(rpcUrl: string, path: string): string {
  const url = new URL(rpcUrl);
  url.pathname = `${url.pathname.replace(/\/(jsonrpc\/?)?$/, '')}/${path.replace(/^\//, '')}`;
  return url.href;
}

/** java-tron reports failures of its HTTP API with status 200 as `{"Error": "class : message"}`. */
function httpApiResult(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) throw new RpcError('garbage', 'the HTTP API did not answer with an object');
  const failure = (answer as { Error?: unknown }).Error;
  if (typeof failure === 'string') throw classifyRpcError(0, failure);
  return answer;
}

/** The body of an error response; where it cannot be read, the status alone decides. */
const readErrorBody = (response: Response): Promise<string> => readBody(response, ERROR_BYTES_MAX).catch(() => '');

type Answer = { id?: unknown; result?: unknown; error?: { code?: unknown; message?: unknown } | null };

function resultOf(answer: Answer | undefined): unknown | RpcError {
  if (answer === undefined || typeof answer !== 'object' || answer === null)
    return new RpcError('garbage', 'the node left a call unanswered');
  if (answer.error !== undefined && answer.error !== null) {
    const { code, message } = answer.error;
    return classifyRpcError(typeof code === 'number' ? code : 0, typeof message === 'string' ? message : '');
  }
  return 'result' in answer ? answer.result : new RpcError('garbage', 'an answer without a result');
}

/** JSON-RPC over HTTP with limits on time and size: the deadline covers the whole answer, including a slowly dripping one. */
export function createRpcClient(options: RpcClientOptions): RpcClient {
  let nextId = 1;

  async function post(url: string, body: string): Promise<unknown> {
    let text: string;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...options.headers },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeoutMs),
      });
      if (!response.ok) throw classifyStatus(response.status, response.headers.get('retry-after'), await readErrorBody(response));
      text = await readBody(response, options.responseBytesMax ?? RESPONSE_BYTES_MAX);
    } catch (error) {
      if (error instanceof RpcError) throw error;
      const isTimeout = error instanceof Error && error.name === 'TimeoutError';
      if (isTimeout) throw new RpcError('timeout', `no answer within ${options.timeoutMs} ms`, { cause: error });
      throw new RpcError('unreachable', 'the node could not be reached', { cause: error });
    }
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      throw new RpcError('garbage', 'the answer is not JSON', { cause: error });
    }
  }

  return {
    post: async (path, body) => httpApiResult(await post(urlBeside(options.url, path), JSON.stringify(body))),
    send: async (requests) => {
      const calls = requests.map((request) => ({ jsonrpc: '2.0', id: nextId++, ...request }));
      const [first] = calls;
      if (first === undefined) return [];
      if (calls.length === 1) return [resultOf((await post(options.url, JSON.stringify(first))) as Answer)];
      const answers = await post(options.url, JSON.stringify(calls));
      if (!Array.isArray(answers)) {
        const failure = resultOf(answers as Answer);
        throw failure instanceof RpcError ? failure : new RpcError('batch', 'a batch was not answered with a list');
      }
      const byId = new Map((answers as Answer[]).map((answer) => [answer?.id, answer]));
      return calls.map((call) => resultOf(byId.get(call.id)));
    },
  };
}
