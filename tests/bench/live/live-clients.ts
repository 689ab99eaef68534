import { CONNECT, type LiveSocket, openLiveSocket, sockjsPath, subscribeTo } from './live-socket';

/** A process full of clients; the parent says how many to open and where. Answers with how many are open. */
export type ClientOrder = { readonly port: number; readonly count: number; readonly kind: 'raw' | 'ours'; readonly topic?: string };

const AT_ONCE = 200;
const open: LiveSocket[] = [];

async function openOne({ port, kind, topic }: ClientOrder, index: number): Promise<void> {
  let onReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    onReady = resolve;
  });
  const opened = await openLiveSocket(port, kind === 'raw' ? '/' : sockjsPath(index), (text) => text.includes('RECEIPT') && onReady());
  if ('refused' in opened) throw new Error(`refused with ${opened.refused}`);
  open.push(opened.socket);
  if (kind === 'raw') return;
  opened.socket.send(CONNECT);
  opened.socket.send(subscribeTo(topic ?? `idle${open.length}`, 0));
  await ready;
}

async function obey(order: ClientOrder): Promise<void> {
  for (let from = 0; from < order.count; from += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, order.count - from) }, (_, index) => openOne(order, from + index));
    await Promise.all(batch);
  }
  process.send?.({ open: open.length });
}
process.on('message', (order: ClientOrder) => void obey(order));
process.on('disconnect', () => process.exit(0));
