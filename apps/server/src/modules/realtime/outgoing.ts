/** One text for any number of connections: each encoding is computed once. */
export type Outgoing = {
  /** As STOMP writes it. */
  readonly text: string;
  /** In a SockJS frame. */
  readonly framed: string;
  readonly textBytes: Buffer;
  readonly framedBytes: Buffer;
};

/** JSON leaves U+2028 and U+2029 unescaped, which end a line in older scripts: jsonp and htmlfile execute what they get. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(/[\u2028\u2029]/g, (char) => (char === '\u2028' ? '\\u2028' : '\\u2029'));

function prepare(text: string, framed: string): Outgoing {
  let textBytes: Buffer | undefined;
  let framedBytes: Buffer | undefined;
  return {
    text,
    framed,
    get textBytes() {
      textBytes ??= Buffer.from(text);
      return textBytes;
    },
    get framedBytes() {
      framedBytes ??= Buffer.from(framed);
      return framedBytes;
    },
  };
}

export const toOutgoing = (text: string): Outgoing => prepare(text, `a[${quoted(text)}]`);
export const closeFrame = (code: number, reason: string): string => `c[${code},${quoted(reason)}]`;
export const OPEN_FRAME = 'o';
export const PING_FRAME = 'h';
/** A STOMP heart-beat is an empty line. */
export const BEAT = toOutgoing('\n');
