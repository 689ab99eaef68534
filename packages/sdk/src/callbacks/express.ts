import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerCallback, type OnCallback } from './answer';
import { CALLBACK_BYTES_MAX, type CallbackSettings, callbackKeyOf } from './message';
import { verifyCallback } from './verify-callback';

type Parsed = { readonly body?: unknown; readonly rawBody?: unknown };

const ALREADY_PARSED =
  'The body of this callback was parsed before its signature could be checked. Put the callback route before app.use(express.json()).';

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= CALLBACK_BYTES_MAX) chunks.push(chunk); // what is longer is read to its end, and has no valid signature
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The bytes as they arrived: kept by a parser (`express.raw`, `express.text`, a `rawBody`), or still to be read. */
async function rawBody(request: IncomingMessage & Parsed): Promise<string> {
  const kept = request.rawBody ?? request.body;
  if (typeof kept === 'string') return kept;
  if (Buffer.isBuffer(kept)) return kept.toString('utf8');
  if (request.readableEnded || kept !== undefined) throw new Error(ALREADY_PARSED);
  return readText(request);
}

/** `app.post('/callback', stablegateCallback(settings, onCallback))`, before `app.use(express.json())`. */
export function stablegateCallback(settings: CallbackSettings, onCallback: OnCallback) {
  callbackKeyOf(settings.secret); // a shop without a secret does not start
  return async (request: IncomingMessage & Parsed, response: ServerResponse, next: (error: unknown) => void): Promise<void> => {
    try {
      const verified = verifyCallback({ ...settings, headers: request.headers, body: await rawBody(request) });
      const { status, body } = await answerCallback(verified, onCallback);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    } catch (error) {
      next(error);
    }
  };
}
