import { IncomingMessage } from 'node:http';

const offered = Symbol('offered');

/**
 * With an upgrade listener Node passes every call that offers an upgrade past the router, with its body unread. Java's HttpClient offers
 * HTTP/2 with each plain-http call: only a websocket counts as an upgrade here, everything else is an ordinary call.
 */
export class WebsocketOnlyMessage extends IncomingMessage {
  declare private [offered]: boolean | null;

  get upgrade(): boolean | null {
    return this[offered] === true ? this.headers.upgrade?.toLowerCase() === 'websocket' : this[offered];
  }

  /** Set by Node's parser before it has read the headers. */
  set upgrade(value: boolean | null) {
    this[offered] = value;
  }
}
