import { BEAT, type Outgoing, toOutgoing } from './outgoing';
import { readFrames, StompError, type StompFrame, writeFrame } from './stomp-frames';
import type { Subscription, Topics } from './topics';

/** The transport-independent side of a connection. */
export type Link = {
  send(outgoing: Outgoing): void;
  /** Keeps the transport alive where STOMP's own heart-beat was not requested. */
  ping(): void;
  close(code: number, reason: string): void;
};
export type StompConnection = {
  receive(text: string): void;
  /** The transport has ended. */
  gone(): void;
  /** Called every few seconds; `isFresh`: its topics were just compared with the database. */
  tick(now: number, isFresh: boolean): void;
  transIds(): readonly string[];
  close(code: number, reason: string): void;
};

export const HEARTBEAT_MS = 10_000; // specification 2, both directions
const SILENCE_FACTOR = 2.5; // a phone in a tunnel, a throttled background tab
const CONNECT_WITHIN_MS = 10_000;
const PING_MS = 25_000; // SockJS's own default
const BEAT_AT_LEAST_MS = 8_000; // with a tick every 4 s this stays within the promised 10
const FRAME_CHARS_MAX = 8_192;
const SUBSCRIPTIONS_MAX = 10;
const FRAMES_PER_WINDOW_MAX = 100;
const WINDOW_MS = 10_000;
const PROTOCOL_ERROR = 1002;
const NORMAL = 1000;
/** Newest first. For a server that only sends, 1.1 differs in nothing but its name. */
const VERSIONS = ['1.2', '1.1'] as const;
const connectedFrame = (version: string) =>
  toOutgoing(writeFrame('CONNECTED', { version, 'heart-beat': `${HEARTBEAT_MS},${HEARTBEAT_MS}`, server: 'Stablegate' }));
const CONNECTED = { '1.2': connectedFrame('1.2'), '1.1': connectedFrame('1.1') };
const DESTINATION = /^\/topic\/invoice\/([\w-]{1,64})$/;

export type StompDeps = { readonly topics: Topics; readonly now: () => number; readonly onSubscribed: (transId: string) => void };

/** One object per connection without closures: with ten thousand connections these dominate memory. */
type Conversation = {
  readonly deps: StompDeps;
  readonly link: Link;
  readonly subscriptions: Map<string, { readonly transId: string; readonly subscription: Subscription }>;
  readonly openedAt: number;
  rest: string;
  isConnected: boolean;
  isOver: boolean;
  /** 0: the client promised no heart-beat. */
  silenceMsMax: number;
  wantsBeats: boolean;
  heardAt: number;
  sentAt: number;
  windowAt: number;
  framesInWindow: number;
};

/** The client's heart-beat header: how often it can send, how often it wants to receive. */
function readBeats(header: string | undefined): [number, number] {
  const [, sends = '0', wants = '0'] = /^(\d{1,9}),(\d{1,9})$/.exec(header ?? '0,0') ?? [];
  return [Number.parseInt(sends, 10), Number.parseInt(wants, 10)];
}

function send(conversation: Conversation, outgoing: Outgoing): void {
  if (conversation.isOver) return;
  conversation.sentAt = conversation.deps.now();
  conversation.link.send(outgoing);
}

function gone(conversation: Conversation): void {
  conversation.isOver = true;
  const { topics } = conversation.deps;
  for (const { transId, subscription } of conversation.subscriptions.values()) topics.unsubscribe(transId, subscription);
  conversation.subscriptions.clear();
}

function close(conversation: Conversation, code: number, reason: string): void {
  if (conversation.isOver) return;
  gone(conversation);
  conversation.link.close(code, reason);
}

/** An ERROR is the last frame of a connection. */
function refuse(conversation: Conversation, reason: string, receipt?: string): void {
  const headers = { message: reason, version: VERSIONS.join(','), 'content-type': 'text/plain' };
  send(conversation, toOutgoing(writeFrame('ERROR', receipt === undefined ? headers : { ...headers, 'receipt-id': receipt }, reason)));
  close(conversation, PROTOCOL_ERROR, reason);
}

function connect(conversation: Conversation, { headers }: StompFrame): void {
  if (conversation.isConnected) throw new StompError('Already connected');
  const accepted = (headers.get('accept-version') ?? '').split(',').map((version) => version.trim());
  const version = VERSIONS.find((each) => accepted.includes(each));
  if (version === undefined) throw new StompError(`This server speaks STOMP ${VERSIONS.join(' and ')}: send accept-version`);
  const [sends, wants] = readBeats(headers.get('heart-beat'));
  conversation.isConnected = true;
  conversation.silenceMsMax = sends === 0 ? 0 : Math.max(sends, HEARTBEAT_MS) * SILENCE_FACTOR;
  conversation.wantsBeats = wants > 0;
  send(conversation, CONNECTED[version]);
}

function subscribe(conversation: Conversation, { headers }: StompFrame): void {
  const { subscriptions, deps } = conversation;
  const [, transId] = DESTINATION.exec(headers.get('destination') ?? '') ?? [];
  const id = headers.get('id');
  if (transId === undefined) throw new StompError('Only /topic/invoice/{transId} can be subscribed to');
  if (id === undefined) throw new StompError('SUBSCRIBE needs an id');
  if (subscriptions.has(id)) throw new StompError('This subscription id is taken');
  if (subscriptions.size >= SUBSCRIPTIONS_MAX) throw new StompError(`At most ${SUBSCRIPTIONS_MAX} subscriptions`);
  // The present state is sent immediately, except to a subscriber that names the version it has read and is not behind.
  const known = headers.get('version');
  const version = known !== undefined && /^\d{1,9}$/.test(known) ? Number.parseInt(known, 10) : undefined;
  const subscription: Subscription = {
    id,
    version,
    subscriber: { send: (outgoing) => send(conversation, outgoing), refuse: (reason) => refuse(conversation, reason) },
  };
  subscriptions.set(id, { transId, subscription });
  deps.topics.subscribe(transId, subscription);
  deps.onSubscribed(transId);
}

function unsubscribe({ subscriptions, deps }: Conversation, { headers }: StompFrame): void {
  const id = headers.get('id') ?? '';
  const known = subscriptions.get(id);
  if (known === undefined) throw new StompError('No such subscription');
  subscriptions.delete(id);
  deps.topics.unsubscribe(known.transId, known.subscription);
}

function act(conversation: Conversation, frame: StompFrame): void {
  const isOpening = frame.command === 'CONNECT' || frame.command === 'STOMP';
  if (!isOpening && !conversation.isConnected) throw new StompError('CONNECT comes first');
  if (isOpening) connect(conversation, frame);
  else if (frame.command === 'SUBSCRIBE') subscribe(conversation, frame);
  else if (frame.command === 'UNSUBSCRIBE') unsubscribe(conversation, frame);
  else if (frame.command !== 'DISCONNECT') throw new StompError(`${frame.command} is not possible here: this server only sends`);
  const receipt = frame.headers.get('receipt');
  if (receipt !== undefined) send(conversation, toOutgoing(writeFrame('RECEIPT', { 'receipt-id': receipt })));
  if (frame.command === 'DISCONNECT') close(conversation, NORMAL, 'Bye');
}

/** Clients have little to send; one that sends without end is disconnected. */
function count(conversation: Conversation, now: number): void {
  if (now - conversation.windowAt > WINDOW_MS) [conversation.windowAt, conversation.framesInWindow] = [now, 0];
  conversation.framesInWindow += 1;
  if (conversation.framesInWindow > FRAMES_PER_WINDOW_MAX) throw new StompError('Too many frames');
}

function receive(conversation: Conversation, text: string): void {
  if (conversation.isOver) return;
  conversation.heardAt = conversation.deps.now();
  let receipt: string | undefined;
  try {
    count(conversation, conversation.heardAt);
    if (conversation.rest.length + text.length > FRAME_CHARS_MAX) throw new StompError(`A frame has at most ${FRAME_CHARS_MAX} characters`);
    const { frames, rest } = readFrames(conversation.rest + text);
    conversation.rest = rest;
    for (const frame of frames) {
      receipt = frame.headers.get('receipt');
      if (!conversation.isOver) act(conversation, frame);
    }
  } catch (error) {
    if (!(error instanceof StompError)) throw error;
    refuse(conversation, error.message, receipt);
  }
}

/** Why this connection has to end, if it has to. */
function complaint({ isConnected, silenceMsMax, openedAt, heardAt }: Conversation, now: number): string | undefined {
  if (!isConnected && now - openedAt > CONNECT_WITHIN_MS) return 'No CONNECT came';
  return silenceMsMax > 0 && now - heardAt > silenceMsMax ? 'No heart-beat came' : undefined;
}

function tick(conversation: Conversation, now: number, isFresh: boolean): void {
  const { isConnected, wantsBeats, sentAt } = conversation;
  const reason = complaint(conversation, now);
  if (reason !== undefined) close(conversation, PROTOCOL_ERROR, reason);
  else if (isConnected && wantsBeats && (isFresh || now - sentAt >= BEAT_AT_LEAST_MS)) send(conversation, BEAT);
  else if (!wantsBeats && now - sentAt >= PING_MS) {
    conversation.sentAt = now;
    conversation.link.ping();
  }
}

/** The server's side of one STOMP connection: clients can only subscribe to invoices. */
export function createStompConnection(deps: StompDeps, link: Link): StompConnection {
  const now = deps.now();
  const conversation: Conversation = {
    deps,
    link,
    subscriptions: new Map(),
    openedAt: now,
    rest: '',
    isConnected: false,
    isOver: false,
    silenceMsMax: 0,
    wantsBeats: false,
    heardAt: now,
    sentAt: now,
    windowAt: now,
    framesInWindow: 0,
  };
  return {
    receive: (text) => receive(conversation, text),
    gone: () => gone(conversation),
    tick: (at, isFresh) => tick(conversation, at, isFresh),
    close: (code, reason) => close(conversation, code, reason),
    transIds: () => [...conversation.subscriptions.values()].map(({ transId }) => transId),
  };
}
