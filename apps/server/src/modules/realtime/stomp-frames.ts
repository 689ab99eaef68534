/** The part of STOMP 1.2 a send-only server needs: https://stomp.github.io/stomp-specification-1.2.html */
export type StompFrame = { readonly command: string; readonly headers: ReadonlyMap<string, string> };

/** The client sent invalid STOMP 1.2; the message is for its developer. */
export class StompError extends Error {
  override readonly name = 'StompError';
}

const HEADERS_MAX = 20;
const UNESCAPED: Readonly<Record<string, string>> = { '\\r': '\r', '\\n': '\n', '\\c': ':', '\\\\': '\\' };
const ESCAPED: Readonly<Record<string, string>> = { '\r': '\\r', '\n': '\\n', ':': '\\c', '\\': '\\\\' };

function unescapeHeader(text: string): string {
  return text.replace(/\\.?/g, (pair) => {
    const plain = UNESCAPED[pair];
    if (plain === undefined) throw new StompError(`Undefined escape ${pair} in a header`);
    return plain;
  });
}
const escapeHeader = (text: string): string => text.replace(/[\r\n:\\]/g, (char) => ESCAPED[char] ?? char);

function parseFrame(text: string): StompFrame {
  const [head = ''] = text.split(/\r?\n\r?\n/, 1);
  const [command = '', ...lines] = head.split(/\r?\n/);
  if (!/^[A-Z]{3,15}$/.test(command)) throw new StompError('Not a STOMP frame');
  if (lines.length > HEADERS_MAX) throw new StompError(`More than ${HEADERS_MAX} headers`);
  // Only CONNECT is not escaped, for compatibility with older versions.
  const read = command === 'CONNECT' ? (part: string) => part : unescapeHeader;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new StompError('A header without a name');
    const name = read(line.slice(0, colon));
    if (!headers.has(name)) headers.set(name, read(line.slice(colon + 1))); // the first one counts
  }
  return { command, headers };
}

/** The complete frames received so far, and the incomplete rest. Line ends between frames are heart-beats. */
export function readFrames(buffered: string): { frames: StompFrame[]; rest: string } {
  const frames: StompFrame[] = [];
  let rest = buffered.replace(/^[\r\n]+/, '');
  for (let end = rest.indexOf('\0'); end >= 0; end = rest.indexOf('\0')) {
    frames.push(parseFrame(rest.slice(0, end)));
    rest = rest.slice(end + 1).replace(/^[\r\n]+/, '');
  }
  return { frames, rest };
}

export function writeFrame(command: string, headers: Readonly<Record<string, string>>, body = ''): string {
  const write = command === 'CONNECTED' ? (text: string) => text : escapeHeader;
  const lines = Object.entries(headers).map(([name, value]) => `${write(name)}:${write(value)}\n`);
  return `${command}\n${lines.join('')}\n${body}\0`;
}
