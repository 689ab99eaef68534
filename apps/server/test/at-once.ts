import { setTimeout as sleep } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';

const BUSY = 503;

/**
 * What many requests that are sent at the same time are answered. On a slow machine some of them wait longer for a connection
 * of the pool than the server allows, and are told to come back (F38): they do, as every client should.
 */
export function atOnce(count: number, send: (index: number) => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse[]> {
  async function answered(index: number): Promise<LightMyRequestResponse> {
    const answer = await send(index);
    const waitSeconds = Number(answer.headers['retry-after']);
    if (answer.statusCode !== BUSY || !Number.isFinite(waitSeconds)) return answer;
    await sleep(waitSeconds * 1_000);
    return answered(index);
  }
  return Promise.all(Array.from({ length: count }, (_, index) => answered(index)));
}
