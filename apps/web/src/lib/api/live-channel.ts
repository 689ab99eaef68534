import type { PaymentView } from '@stablegate/contract';

/** Specification 2: reconnects after 5 s, heart-beat of 10 s in each direction. */
const RECONNECT_MS = 5_000;
const HEARTBEAT_MS = 10_000;
/** Twice the promised heart-beat: after that long a silence the connection is dead, whatever the socket says. */
const SILENCE_MS_MAX = 2 * HEARTBEAT_MS;
/** Prevents pages that were disconnected together from reconnecting together; longer when the server itself went away. */
const JITTER_MS = 1_000;
const RESTART_JITTER_MS = 5_000;
const GOING_AWAY = 1001;
const CONNECT = `CONNECT\naccept-version:1.2\nhost:${window.location.host}\nheart-beat:${HEARTBEAT_MS},${HEARTBEAT_MS}\n\n\0`;

export type LiveChannelOptions = {
  readonly transId: string;
  /** Reads the state and returns its version; before subscribing, so that nothing in between is missed. */
  readonly readVersion: () => Promise<number | undefined>;
  readonly onView: (view: PaymentView) => void;
  /** The server has checked: the known state is current. */
  readonly onBeat: () => void;
  readonly onLost: () => void;
};

const randomName = (): string => crypto.randomUUID().replaceAll('-', '');

function channelUrl(): string {
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${window.location.host}/api/v1/ws/${Math.floor(Math.random() * 1000)}/${randomName()}/websocket`;
}

const subscribeFrame = (transId: string, version: number | undefined): string =>
  `SUBSCRIBE\nid:sub-0\ndestination:/topic/invoice/${transId}\n${version === undefined ? '' : `version:${version}\n`}\n\0`;

/** One connection: SockJS frames around STOMP frames. Calls `onEnd` once, with whether the server announced its shutdown. */
function listen(version: number | undefined, options: LiveChannelOptions, onEnd: (isGoingAway: boolean) => void): () => void {
  const socket = new WebSocket(channelUrl());
  const say = (frame: string) => socket.send(JSON.stringify([frame]));
  let silence = setTimeout(() => socket.close(), SILENCE_MS_MAX);
  let beats: ReturnType<typeof setInterval> | undefined;

  const take = (text: string) => {
    if (text.startsWith('CONNECTED')) {
      beats = setInterval(() => say('\n'), HEARTBEAT_MS);
      say(subscribeFrame(options.transId, version));
    } else if (text.startsWith('MESSAGE')) options.onView(JSON.parse(text.slice(text.indexOf('\n\n') + 2, -1)));
    else if (text === '\n') options.onBeat();
    else socket.close(); // an ERROR, after which nothing follows
  };
  socket.onmessage = ({ data }: MessageEvent<string>) => {
    clearTimeout(silence);
    silence = setTimeout(() => socket.close(), SILENCE_MS_MAX);
    if (data === 'o') say(CONNECT);
    else if (data.startsWith('a')) for (const text of JSON.parse(data.slice(1))) take(text);
  };
  socket.onclose = ({ code }) => {
    clearTimeout(silence);
    clearInterval(beats);
    onEnd(code === GOING_AWAY);
  };
  return () => {
    socket.onclose = null;
    clearTimeout(silence);
    clearInterval(beats);
    socket.close();
  };
}

/** Subscribes to an invoice until it is stopped; reconnects after a lost connection. */
export function openLiveChannel(options: LiveChannelOptions, version: number | undefined): { stop(): void } {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hangUp = listen(version, options, comeBack);

  async function listenAgain(): Promise<void> {
    const newest = await options.readVersion();
    if (!isStopped) hangUp = listen(newest, options, comeBack);
  }
  function comeBack(isGoingAway: boolean): void {
    options.onLost();
    const pause = RECONNECT_MS + Math.random() * (isGoingAway ? RESTART_JITTER_MS : JITTER_MS);
    timer = setTimeout(() => void listenAgain(), pause);
  }
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      hangUp();
    },
  };
}
