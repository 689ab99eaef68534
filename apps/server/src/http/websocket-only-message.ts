import { IncomingMessage } from 'node:http';

const offered = Symbol('offered');

/**
 * As soon as somebody listens for upgrades, Node hands every call that offers one past the router, unanswered body and all. Java's
 * HttpClient offers HTTP/2 with each plain-http call: for us only a websocket is an upgrade, everything else is an ordinary call.
 */
export class WebsocketOnlyMessage extends IncomingMessage {
  declare private [offered]: boolean | null;

  get upgrade(): boolean | null {
    return this[offered] === true ? this.headers.upgrade?.toLowerCase() === 'websocket' : this[offered];
  }

  /** Set by Node's parser, before it has read the headers. */
  set upgrade(value: boolean | null) {
    this[offered] = value;
  }
}
