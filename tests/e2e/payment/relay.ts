import { randomBytes } from 'node:crypto';
import type { WebSocketRoute } from '@playwright/test';
import { type WebSocket, WebSocketServer } from 'ws';

type Call = {
  readonly id: number;
  readonly method?: string;
  readonly params: Readonly<Record<string, string>> & { topics?: readonly string[] };
};
type Peer = { readonly send: (text: string) => void };

const MAIL_AFTER_MS = 50;
/** WalletConnect's tags of messages (specs.walletconnect.com, "RPC methods"). */
const [PROPOSED, ANSWERED, SETTLED] = [1100, 1101, 1102];

/**
 * A stand-in for WalletConnect's relay, which cannot be had here: mailboxes by topic, with the calls its clients make. It reads nothing:
 * what passes is encrypted by the real client library on both sides.
 */
export async function startRelay() {
  const readers = new Map<string, Set<Peer>>();
  const mail = new Map<string, { from: Peer; text: string }[]>();
  let lastId = 0;

  const deliver = (peer: Peer, topic: string, text: string) => {
    lastId += 1;
    const { message, tag } = JSON.parse(text) as { message: string; tag: number };
    const data = { topic, message, tag, publishedAt: Date.now() };
    peer.send(JSON.stringify({ id: Date.now() * 1_000 + lastId, jsonrpc: '2.0', method: 'irn_subscription', params: { id: topic, data } }));
  };
  const publish = (from: Peer, topic: string, message: string, tag: number) => {
    const text = JSON.stringify({ message, tag });
    mail.set(topic, [...(mail.get(topic) ?? []), { from, text }]);
    for (const reader of readers.get(topic) ?? []) if (reader !== from) deliver(reader, topic, text);
  };
  const subscribe = (peer: Peer, topic: string) => {
    const known = readers.get(topic) ?? new Set();
    if (known.has(peer)) return topic;
    readers.set(topic, known.add(peer));
    const waiting = (mail.get(topic) ?? []).filter(({ from }) => from !== peer);
    // A client drops what comes before it has taken note of its subscription.
    setTimeout(() => {
      for (const { text } of waiting) deliver(peer, topic, text);
    }, MAIL_AFTER_MS);
    return topic;
  };
  const take = (peer: Peer, method: string, params: Call['params']): unknown => {
    const { topic = '', message = '', pairingTopic = '', sessionTopic = '' } = params;
    switch (method) {
      case 'irn_publish':
        return publish(peer, topic, message, Number(params.tag));
      case 'irn_subscribe':
        return subscribe(peer, topic);
      case 'irn_batchSubscribe':
        return params.topics?.map((each) => subscribe(peer, each));
      case 'irn_batchFetchMessages':
        return { messages: [], hasMore: false };
      case 'wc_proposeSession':
        subscribe(peer, pairingTopic);
        return publish(peer, pairingTopic, params.sessionProposal ?? '', PROPOSED);
      case 'wc_approveSession':
        subscribe(peer, sessionTopic);
        publish(peer, pairingTopic, params.sessionProposalResponse ?? '', ANSWERED);
        return publish(peer, sessionTopic, params.sessionSettlementRequest ?? '', SETTLED);
      default:
        return true;
    }
  };
  const hear = (peer: Peer, text: string) => {
    const call = JSON.parse(text) as Call;
    if (call.method === undefined) return; // a client's acknowledgement
    peer.send(JSON.stringify({ id: call.id, jsonrpc: '2.0', result: take(peer, call.method, call.params) ?? true }));
  };

  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (socket: WebSocket) => {
    const peer = { send: (text: string) => socket.send(text) };
    socket.on('message', (data) => hear(peer, String(data)));
  });
  return {
    /** For a client outside the browser. */
    url: `ws://127.0.0.1:${(server.address() as { port: number }).port}`,
    /** For the page, which only ever asks for the real address. */
    serve: (route: WebSocketRoute) => {
      const peer = { send: (text: string) => route.send(text) };
      route.onMessage((data) => hear(peer, String(data)));
    },
    projectId: randomBytes(16).toString('hex'),
    stop: () => {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}
