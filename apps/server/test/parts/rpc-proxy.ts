import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterFile } from '../after-file';

export type RpcCall = { readonly id: number; readonly method: string; readonly params: unknown[] };
/** Undefined forwards the call; anything else is the result. Throw an object with code and message for a JSON-RPC error. */
export type Meddle = (call: RpcCall, forward: (changed?: RpcCall) => Promise<unknown>) => Promise<unknown> | unknown;
export type RpcProxy = {
  readonly url: string;
  /** Calls seen so far, by method. */
  readonly calls: Map<string, number>;
  meddle: Meddle | undefined;
  /** Answers the whole request itself; true when it did. */
  http: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
};

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** A proxy between the scanner and the real node that lies, lags or breaks. */
export async function startRpcProxy(target: string): Promise<RpcProxy> {
  const proxy: RpcProxy = { url: '', calls: new Map(), meddle: undefined, http: undefined };
  const send = async (body: unknown): Promise<{ result?: unknown; error?: unknown }> => {
    const response = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    return (await response.json()) as { result?: unknown; error?: unknown };
  };
  const forward = async (call: RpcCall): Promise<unknown> => {
    const { result, error } = await send({ ...call, jsonrpc: '2.0' });
    if (error !== undefined) throw error;
    return result;
  };
  const answer = async (call: RpcCall): Promise<object> => {
    proxy.calls.set(call.method, (proxy.calls.get(call.method) ?? 0) + 1);
    try {
      const meddled = await proxy.meddle?.(call, (changed = call) => forward(changed));
      return { jsonrpc: '2.0', id: call.id, result: meddled === undefined ? await forward(call) : meddled };
    } catch (error) {
      return { jsonrpc: '2.0', id: call.id, error };
    }
  };
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readAll(request);
      if (proxy.http?.(request, response)) return;
      const parsed = JSON.parse(body) as RpcCall | RpcCall[];
      const result = Array.isArray(parsed) ? await Promise.all(parsed.map(answer)) : await answer(parsed);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(result));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(proxy, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
}
