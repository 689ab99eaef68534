import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterFile } from '../after-file';

export type ChatRequest = {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
};
/** The service's answer to a text; a number is a status, undefined never ends. */
export type ChatAnswer = (text: string, request: ChatRequest) => string | number | undefined;

export type TestTranslator = {
  readonly url: string;
  readonly requests: { readonly authorization: string | undefined; readonly path: string | undefined; readonly body: ChatRequest }[];
  answerWith(answer: ChatAnswer): void;
};

const completion = (content: string) =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  });

/** Serves the chat-completions protocol over a real socket, with scripted faults. */
export async function startTestTranslator(): Promise<TestTranslator> {
  let answerOf: ChatAnswer = (text) => `[${text}]`;
  const requests: TestTranslator['requests'] = [];
  const server: Server = createServer((request, response) => {
    let raw = '';
    request.on('data', (chunk: Buffer) => {
      raw += chunk.toString();
    });
    request.on('end', () => {
      const body = JSON.parse(raw) as ChatRequest;
      requests.push({ authorization: request.headers.authorization, path: request.url, body });
      const answer = answerOf(body.messages.at(-1)?.content ?? '', body);
      if (answer === undefined) return;
      if (typeof answer === 'number') {
        response.writeHead(answer, { location: '/elsewhere' }).end('{"error":{"message":"no"}}');
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(completion(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    url,
    requests,
    answerWith: (answer) => {
      answerOf = answer;
    },
  };
}
