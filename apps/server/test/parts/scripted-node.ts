import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterFile } from '../after-file';

export type ScriptedRequest = { readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: unknown };
export type ScriptedAnswer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
};
export type ScriptedNode = {
  readonly url: string;
  readonly requests: ScriptedRequest[];
  answer: (request: ScriptedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;
};

/** An HTTP server with scripted answers, status and headers included. Stops automatically after the file. */
export async function startScriptedNode(): Promise<ScriptedNode> {
  const node: ScriptedNode = { url: '', requests: [], answer: () => ({ status: 500 }) };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const seen = { url: request.url ?? '/', headers: request.headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    node.requests.push(seen);
    const { status = 200, headers = {}, json, text: raw } = await node.answer(seen);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(raw ?? JSON.stringify(json));
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(node, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}
