import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainClient } from './chain-client';

const RETRY_MS = 1_000;

/** Calls `onNews` whenever the chain has more than an empty block, and when something may have been missed. Never ends. */
export async function followChain(chain: ChainClient, onNews: () => void): Promise<never> {
  for (let seen = 0; ; ) {
    try {
      const { count } = await chain.call<{ count: number }>('sandbox_news', { after: seen });
      if (count !== seen) onNews();
      seen = count;
    } catch {
      seen = 0;
      onNews();
      await sleep(RETRY_MS);
    }
  }
}
