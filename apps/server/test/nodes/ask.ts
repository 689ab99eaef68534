import type { SimulatedNode } from './start-node';

export type Reply = { readonly status: number; readonly body: { result?: unknown; error?: { code: number; message: string } } };

export async function post(url: string, body: unknown): Promise<{ status: number; body: unknown; retryAfter: string | null }> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text), retryAfter: response.headers.get('retry-after') };
}

/** One call as a client makes it; throws the node's error. */
export async function ask<T>(node: Pick<SimulatedNode, 'url'>, method: string, ...params: readonly unknown[]): Promise<T> {
  const { body } = (await post(node.url, { jsonrpc: '2.0', id: 1, method, params })) as Reply;
  if (body.error !== undefined) throw Object.assign(new Error(body.error.message), body.error);
  return body.result as T;
}
