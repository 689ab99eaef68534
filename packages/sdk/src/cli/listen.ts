import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallbackEvent } from '../api-types';
import { signCallback } from '../callbacks/verify-callback';
import type { StablegateClient } from '../client';

export type ListenOptions = {
  readonly client: StablegateClient;
  readonly forwardTo: string;
  /** 1: the specified body, for completed and expired · 2: every event. */
  readonly body: '1' | '2';
  readonly secret: string;
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
  readonly pollMs?: number;
};

const POLL_MS = 1_500;
const FORWARD_MS_MAX = 10_000; // as the gateway's own deadline
/** Events of one moment may become visible in another order: reading ends only after this many known ones. */
const KNOWN_IN_A_ROW = 50;

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** What the gateway would send; undefined for an event that this body cannot tell. */
function bodyOf(event: CallbackEvent, version: '1' | '2'): object | undefined {
  if (version === '2') return event;
  const { type, merchant_id, data } = event;
  if (type !== 'invoice.completed' && type !== 'invoice.expired') return undefined;
  const { request_id, amount, trans_id, from_address = null, trans_hash = null } = data;
  return { request_id, merchant_id, amount, status: type.slice('invoice.'.length), from_address, trans_id, trans_hash };
}

async function forward(event: CallbackEvent, { forwardTo, body: version, secret }: ListenOptions): Promise<string | undefined> {
  const content = bodyOf(event, version);
  if (content === undefined) return undefined;
  const body = JSON.stringify(content);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const headers = {
    'content-type': 'application/json',
    'webhook-id': event.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signCallback(secret, event.id, timestamp, body),
  };
  try {
    const response = await fetch(forwardTo, { method: 'POST', headers, body, signal: AbortSignal.timeout(FORWARD_MS_MAX) });
    await response.text();
    return `HTTP ${response.status}`;
  } catch (error) {
    const { cause, message } = error as Error & { readonly cause?: Error };
    return `not delivered: ${cause?.message ?? message}`;
  }
}

/** Newer than what is known, oldest first. */
async function readNew(client: StablegateClient, known: Set<string>, isFirst: boolean): Promise<CallbackEvent[]> {
  const found: CallbackEvent[] = [];
  let knownInARow = 0;
  for await (const event of client.listEvents()) {
    knownInARow = known.has(event.id) ? knownInARow + 1 : 0;
    if (knownInARow === 0) found.unshift(event);
    if (knownInARow >= KNOWN_IN_A_ROW || (isFirst && found.length >= KNOWN_IN_A_ROW)) break;
  }
  for (const { id } of found) known.add(id);
  return found;
}

/** Reads the store's events over an outgoing connection, so that a machine without a public address gets its callbacks. */
export async function listen(options: ListenOptions): Promise<void> {
  const { client, print, signal } = options;
  const known = new Set<string>();
  await readNew(client, known, true); // what happened before is not forwarded
  print(`Forwarding callbacks to ${options.forwardTo}. They are signed with ${options.secret}`);
  while (!signal.aborted) {
    await sleep(options.pollMs ?? POLL_MS, undefined, { signal }).catch(() => undefined); // rejects when told to end
    if (signal.aborted) return;
    try {
      for (const event of await readNew(client, known, false)) {
        const result = await forward(event, options);
        if (result !== undefined) print(`${event.type}  ${event.data.request_id ?? event.data.trans_id}  ${result}`);
      }
    } catch (error) {
      print(`The gateway does not answer, trying again: ${(error as Error).message}`);
    }
  }
}
