/** Answers one method call; an error becomes the error of the response. */
export type RpcHandler = (method: string, params: unknown) => Promise<unknown>;

type RpcId = string | number | null;
type RpcResponse = { readonly jsonrpc: '2.0'; readonly id: RpcId } & (
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }
);

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INTERNAL_ERROR = -32603;
const BATCH_MAX = 1000;

const failure = (id: RpcId, code: number, message: string, data?: unknown): RpcResponse => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data !== undefined && { data }) },
});

function describeError(id: RpcId, error: unknown): RpcResponse {
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown };
  return failure(id, typeof code === 'number' ? code : INTERNAL_ERROR, typeof message === 'string' ? message : 'internal error', data);
}

async function answerOne(request: unknown, handler: RpcHandler): Promise<RpcResponse> {
  const { id, method, params } = (request ?? {}) as { id?: unknown; method?: unknown; params?: unknown };
  const knownId = typeof id === 'string' || typeof id === 'number' ? id : null;
  if (typeof method !== 'string') return failure(knownId, INVALID_REQUEST, 'not a JSON-RPC request');
  try {
    return { jsonrpc: '2.0', id: knownId, result: await handler(method, params) };
  } catch (error) {
    return describeError(knownId, error);
  }
}

/** Answers a request body, single or batch. */
export async function answerJsonRpc(body: string, handler: RpcHandler): Promise<RpcResponse | RpcResponse[]> {
  let request: unknown;
  try {
    request = JSON.parse(body);
  } catch {
    return failure(null, PARSE_ERROR, 'the body is not JSON');
  }
  if (!Array.isArray(request)) return answerOne(request, handler);
  if (request.length === 0 || request.length > BATCH_MAX) return failure(null, INVALID_REQUEST, `a batch has 1 to ${BATCH_MAX} requests`);
  return Promise.all(request.map((one) => answerOne(one, handler)));
}
