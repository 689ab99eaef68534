import { BEAT, CONNECT, type LiveSocket, openLiveSocket, sockjsPath, subscribeTo } from './live-socket';

/**
 * Many pages: each subscribes to its own invoice, and reconnects like the page, after 5 s plus jitter. They know version 1 of their
 * invoice: subscribers of a changed one must be updated.
 */
export type StormOrder = { readonly port: number; readonly count: number };
export type StormState = { readonly listening: number; readonly errors5xx: number; readonly newest: number };

const RECONNECT_MS = 5_000;
const JITTER_MS = 5_000;
const BEAT_MS = 10_000;
const AT_ONCE = 200;
let listening = 0;
let errors5xx = 0;
const newest = new Set<number>();
const open = new Set<LiveSocket>();

async function listen(port: number, index: number): Promise<void> {
  let isListening = false;
  const onText = (text: string) => {
    if (text.includes('MESSAGE')) newest.add(index);
    if (!text.includes('RECEIPT')) return;
    isListening = true;
    listening += 1;
  };
  try {
    const opened = await openLiveSocket(port, sockjsPath(index), onText);
    if ('refused' in opened) throw new Error(String(opened.refused), { cause: opened.refused });
    const { socket } = opened;
    open.add(socket);
    socket.send(CONNECT);
    socket.send(subscribeTo(`storm${index}`, 1));
    void socket.closed.then(() => {
      open.delete(socket);
      if (isListening) listening -= 1;
      comeBack(port, index);
    });
  } catch (error) {
    if (error instanceof Error && typeof error.cause === 'number' && error.cause >= 500) errors5xx += 1;
    comeBack(port, index);
  }
}
const comeBack = (port: number, index: number) => void setTimeout(() => void listen(port, index), RECONNECT_MS + Math.random() * JITTER_MS);

setInterval(() => {
  for (const socket of open) socket.send(BEAT);
}, BEAT_MS);

async function obey(order: StormOrder | 'state'): Promise<void> {
  if (order === 'state') return void process.send?.({ listening, errors5xx, newest: newest.size } satisfies StormState);
  for (let from = 0; from < order.count; from += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, order.count - from) }, (_, index) => listen(order.port, from + index)));
  }
}
process.on('message', (order: StormOrder | 'state') => void obey(order));
process.on('disconnect', () => process.exit(0));
