import { setTimeout as sleep } from 'node:timers/promises';

export async function waitFor<T>(what: string, look: () => Promise<T | undefined>, msMax: number): Promise<T> {
  for (const end = Date.now() + msMax; ; ) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`waited ${msMax / 1000} s for ${what}`);
    await sleep(200);
  }
}
