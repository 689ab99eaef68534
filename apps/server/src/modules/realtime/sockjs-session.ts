import { closeFrame, OPEN_FRAME, PING_FRAME } from './outgoing';
import type { RealtimeService } from './realtime.service';
import { UNREAD_BYTES_MAX } from './sockjs-websocket';

/** A response waiting for frames. */
export type Receiver = {
  /** False when it is full and has ended itself: the rest waits for the next one. */
  write(frame: string): boolean;
  end(): void;
};
export type SockjsSession = {
  attach(receiver: Receiver): void;
  /** The response has ended or was cut off. */
  detach(receiver: Receiver): void;
  receive(texts: readonly string[]): void;
};

/** Maximum time between two polls of a client. */
const ABSENT_MS_MAX = 5_000;
const ANOTHER_CONNECTION = closeFrame(2010, 'Another connection still open');

/** A session over plain HTTP: frames are buffered until a response fetches them. */
export function createSockjsSession(realtime: RealtimeService, onGone: () => void): SockjsSession {
  const waiting: string[] = [OPEN_FRAME];
  let waitingChars = 0;
  let receiver: Receiver | undefined;
  let lastWord: string | undefined;
  let absence: NodeJS.Timeout | undefined;

  function flush(): void {
    while (receiver !== undefined && waiting.length > 0) {
      const frame = waiting.shift() ?? '';
      waitingChars -= frame.length;
      if (!receiver.write(frame)) receiver = undefined;
    }
    if (lastWord !== undefined && receiver !== undefined) {
      receiver.write(lastWord);
      receiver.end();
      receiver = undefined;
    }
  }
  function push(frame: string): void {
    waiting.push(frame);
    waitingChars += frame.length;
    if (waitingChars > UNREAD_BYTES_MAX) {
      waiting.length = 0;
      finish(closeFrame(1008, 'Too slow'));
    } else flush();
  }
  function finish(word: string): void {
    if (lastWord !== undefined) return;
    lastWord = word;
    flush();
    gone();
  }
  const leave = (): void => {
    gone();
    onGone();
  };
  const awaitReturn = (): void => {
    clearTimeout(absence);
    absence = setTimeout(leave, ABSENT_MS_MAX);
  };
  const { connection, gone } = realtime.open({
    send: (outgoing) => push(outgoing.framed),
    ping: () => push(PING_FRAME),
    close: (code, reason) => finish(closeFrame(code, reason)),
  });
  awaitReturn();

  return {
    attach: (next) => {
      if (receiver !== undefined) {
        next.write(ANOTHER_CONNECTION);
        next.end();
        return;
      }
      clearTimeout(absence);
      receiver = next;
      flush();
      if (receiver === undefined) awaitReturn();
    },
    detach: (gone) => {
      if (receiver === gone) receiver = undefined;
      if (receiver === undefined) awaitReturn();
    },
    receive: (texts) => {
      for (const text of texts) connection.receive(text);
    },
  };
}
