import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMeter } from './limits';
import { healthy, type NodeFaults, type NodeLimits, type NodeState, type Now, type RpcCall, type SimulatedChain } from './node-types';
import { batchRefused, methodNotFound, Refusal, tooFast } from './refusals';

export type SimulatedNode = NodeState & {
  /** Includes the path of JSON-RPC where the chain has one. */
  readonly url: string;
  /** Calls by method; each call of a batch counts. */
  readonly calls: Map<string, number>;
  /** HTTP requests. */
  requests: number;
  /** All calls together. */
  total(): number;
  forgetCalls(): void;
  heal(): void;
  close(): void;
};
export type NodeOptions = { readonly faults?: Partial<NodeFaults>; readonly limits?: NodeLimits; readonly now?: Now };

type Answer = { readonly status: number; readonly body: string; readonly retryAfterS?: number | undefined };

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const json = (value: unknown): string => JSON.stringify(value);
const errorOf = ({ parts }: Refusal) => ({
  code: parts.code ?? -32000,
  message: parts.message,
  ...(parts.data === undefined ? {} : { data: parts.data }),
});
const refused = (refusal: Refusal, id: unknown): Answer => ({
  status: refusal.parts.status ?? 200,
  body: refusal.parts.body ?? json({ jsonrpc: '2.0', id, error: errorOf(refusal) }),
  retryAfterS: refusal.parts.retryAfterS,
});

function answerCall(node: NodeState, call: RpcCall): unknown {
  if (node.faults.missing.has(call.method)) throw methodNotFound(call.method, node.limits.provider);
  const honest = () => {
    const method = node.chain.methodsOf(node)[call.method];
    if (method === undefined) throw methodNotFound(call.method, node.limits.provider);
    return method(call.params);
  };
  const told = node.faults.answers?.(call, honest);
  return told === undefined ? honest() : told;
}

type Meter = (calls: readonly RpcCall[]) => number;

/** Limits that concern single calls of a request: beyond the rate, or of a method that this batch has too many of. */
function requireAllowed(
  { limits: { provider, rate, batchOf } }: NodeState,
  calls: readonly RpcCall[],
  index: number,
  admitted: number,
): void {
  if (index >= admitted && rate !== undefined) throw tooFast(provider, rate.calls, rate.windowMs, rate.windowMs, false);
  const { method } = calls[index] ?? {};
  const most = method === undefined ? undefined : batchOf?.[method];
  if (calls.length > 1 && most !== undefined && calls.filter((call) => call.method === method).length > most)
    throw batchRefused(provider, most);
}

/** A whole request. Most limits refuse all of it; other errors concern single calls. */
function answerRpc(node: NodeState, body: unknown, meter: Meter): Answer {
  const isBatch = Array.isArray(body);
  const calls = (isBatch ? body : [body]).map((call: Partial<RpcCall>) => ({
    id: call.id ?? null,
    method: String(call.method),
    params: call.params ?? [],
  }));
  const [first] = calls;
  let admitted: number;
  try {
    const { batch, provider } = node.limits;
    if (isBatch && batch !== undefined && calls.length > batch) throw batchRefused(provider, batch);
    admitted = meter(calls);
  } catch (error) {
    if (error instanceof Refusal) return refused(error, isBatch ? null : (first?.id ?? null));
    throw error;
  }
  const answers = calls.map((call, index): { answer: object; refusal?: Refusal } => {
    try {
      requireAllowed(node, calls, index, admitted);
      return { answer: { jsonrpc: '2.0', id: call.id, result: answerCall(node, call) } };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { answer: { jsonrpc: '2.0', id: call.id, error: errorOf(error) }, refusal: error };
    }
  });
  const [only] = answers;
  if (isBatch || only === undefined) return { status: 200, body: json(answers.map(({ answer }) => answer)) };
  return only.refusal === undefined ? { status: 200, body: json(only.answer) } : refused(only.refusal, first?.id ?? null);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch {
    return undefined;
  }
}

function answerHttp(node: NodeState, url: URL, body: unknown, meter: Meter): Answer & { method: string } {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const found = node.chain.httpOf?.(node, { path: url.pathname, query: url.searchParams, body: fields });
  const method = found?.method ?? url.pathname;
  if (found === undefined || node.faults.missing.has(method)) return { method, status: 404, body: '404 page not found' };
  const call = { id: null, method, params: [fields] };
  try {
    const { provider, rate } = node.limits;
    if (meter([call]) === 0 && rate !== undefined) throw tooFast(provider, rate.calls, rate.windowMs, rate.windowMs, false);
    const told = node.faults.answers?.(call, found.answer);
    return { method, status: 200, body: json(told === undefined ? found.answer() : told) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status = 200, body: text, message } = error.parts;
    return { method, status, body: text ?? json({ Error: message }) };
  }
}

/** One node over HTTP on loopback. It ends with the process; `test-node.ts` ends it with the test file. */
export async function startSimulatedNode(chain: SimulatedChain, options: NodeOptions = {}): Promise<SimulatedNode> {
  const state = {
    chain,
    faults: { ...healthy(), ...options.faults },
    limits: options.limits ?? ({ provider: 'geth' } satisfies NodeLimits),
    calls: new Map<string, number>(),
    requests: 0,
  };
  const meter = createMeter(state, options.now ?? Date.now);
  const count = (method: string) => state.calls.set(method, (state.calls.get(method) ?? 0) + 1);

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await readAll(request);
    const url = new URL(request.url ?? '/', 'http://node');
    state.requests += 1;
    const body = parse(text);
    const isRpc = url.pathname === chain.path || chain.httpOf === undefined;
    if (isRpc) for (const call of Array.isArray(body) ? body : [body]) count(String((call as RpcCall | undefined)?.method));
    const { broken, latencyMs } = state.faults;
    if (latencyMs > 0) await sleep(latencyMs);
    if (broken === 'hangs') return;
    const answer: Answer =
      broken === 'garbage'
        ? { status: 200, body: '<html><head><title>502 Bad Gateway</title></head></html>' }
        : broken !== undefined
          ? { status: broken.status, body: broken.body ?? '', retryAfterS: broken.retryAfterS }
          : isRpc
            ? answerRpc(state, body, meter)
            : answerHttp(state, url, body, meter);
    if ('method' in answer) count(String(answer.method));
    if (answer.retryAfterS !== undefined) response.setHeader('retry-after', String(answer.retryAfterS));
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
      process.stderr.write(`simulated node: ${error instanceof Error ? error.stack : String(error)}\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${chain.path}`,
    total: () => [...state.calls.values()].reduce((sum, calls) => sum + calls, 0),
    forgetCalls: () => {
      state.calls.clear();
      state.requests = 0;
    },
    heal: () => {
      state.faults = healthy();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}
