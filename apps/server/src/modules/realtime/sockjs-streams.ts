import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Receiver, SockjsSession } from './sockjs-session';
import { UNREAD_BYTES_MAX } from './sockjs-websocket';

/** How a SockJS HTTP transport writes its frames: https://sockjs.github.io/sockjs-protocol/sockjs-protocol-0.3.3.html */
export type StreamStyle = {
  readonly contentType: string;
  readonly policy: string;
  readonly prelude: string;
  wrap(frame: string): string;
  /** A polling response ends after its first frame. */
  readonly isPoll: boolean;
};

const SCRIPT = 'application/javascript; charset=UTF-8';
const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'";
/** After this much a streaming response ends and the client opens another: browsers keep all of it in memory. */
const STREAM_BYTES_MAX = 131_072;
/** Browsers buffer the first bytes of a response to sniff its type. */
const XHR_PRELUDE = `${'h'.repeat(2_048)}\n`;
const HTML_PRELUDE_CHARS_MIN = 1_024;

/** No text may end the script. */
const asScriptText = (frame: string): string =>
  JSON.stringify(frame).replace(/[<\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const xhrPolling: StreamStyle = {
  contentType: SCRIPT,
  policy: NOTHING_RUNS,
  prelude: '',
  wrap: (frame) => `${frame}\n`,
  isPoll: true,
};
export const xhrStreaming: StreamStyle = { ...xhrPolling, prelude: XHR_PRELUDE, isPoll: false };
export const eventSource: StreamStyle = {
  contentType: 'text/event-stream; charset=UTF-8',
  policy: NOTHING_RUNS,
  prelude: '\r\n',
  // The client URL-decodes it: our percent signs must be escaped.
  wrap: (frame) => `data: ${frame.replace(/[%\r\n\0]/g, (char) => encodeURIComponent(char))}\r\n\r\n`,
  isPoll: false,
};

/** Only a valid function name: it comes from the URL. */
export const isCallbackName = (name: unknown): name is string => typeof name === 'string' && /^[\w.-]{1,64}$/.test(name);

export const jsonpPolling = (callback: string): StreamStyle => ({
  contentType: SCRIPT,
  policy: NOTHING_RUNS,
  prelude: '',
  wrap: (frame) => `/**/${callback}(${asScriptText(frame)});\r\n`,
  isPoll: true,
});

/** A page in a frame of our own pages; only the scripts of this response may run in it. */
export function htmlFile(callback: string): StreamStyle {
  const nonce = randomBytes(16).toString('base64');
  const script = (code: string) => `<script nonce="${nonce}">\n${code}\n</script>\r\n`;
  const page = `<!doctype html>\n<html><head><meta charset="utf-8"></head><body>\n${script(
    `var c = parent.${callback};\nc.start();\nfunction p(d) { c.message(d); }\nwindow.onload = c.stop;`,
  )}`;
  return {
    contentType: 'text/html; charset=UTF-8',
    policy: `default-src 'none'; script-src 'nonce-${nonce}'; frame-ancestors 'self'`,
    prelude: `${page}${' '.repeat(Math.max(0, HTML_PRELUDE_CHARS_MIN - page.length))}\r\n`,
    wrap: (frame) => script(`p(${asScriptText(frame)});`),
    isPoll: false,
  };
}

/** Writes a session's frames into this response until either side ends it. */
export function stream(response: ServerResponse, style: StreamStyle, session: SockjsSession): void {
  let written = 0;
  const receiver: Receiver = {
    write: (frame) => {
      written += frame.length;
      response.write(style.wrap(frame));
      if (response.writableLength > UNREAD_BYTES_MAX) response.destroy();
      if (!style.isPoll && written < STREAM_BYTES_MAX && !response.destroyed) return true;
      response.end();
      return false;
    },
    end: () => void response.end(),
  };
  response.writeHead(200, {
    'content-type': style.contentType,
    'content-security-policy': style.policy,
    'cache-control': 'no-store, no-transform',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no', // nginx would buffer what must arrive immediately
    'cross-origin-resource-policy': 'same-origin',
  });
  if (style.prelude !== '') response.write(style.prelude);
  response.on('close', () => session.detach(receiver));
  session.attach(receiver);
}
