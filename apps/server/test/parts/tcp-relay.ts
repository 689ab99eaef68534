import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterFile } from '../after-file';

type Target = { readonly host: string; readonly port: number };
export type TcpRelay = {
  readonly port: number;
  /** Like a pulled cable: nothing is refused, nothing closed, and no byte arrives. If given, only connections that begin with `marked`. */
  pullCable(marked?: string): void;
  /** New connections work again; open ones stay dead, as their bytes are lost. */
  plugIn(): void;
  /** Closes all connections, like a restarting proxy. */
  drop(): void;
  /** Once: bytes that contain this arrive, and the connection breaks instead of bringing the answer. Resolves when it has. */
  loseAnswerTo(text: string): Promise<void>;
  /** Where new connections lead; open ones are closed, as a proxy does when a server is down. */
  leadTo(target: Target): void;
};

/** A relay between two parts of the system that simulates the network. */
export async function startTcpRelay(first: Target): Promise<TcpRelay> {
  let target = first;
  let losing: { readonly text: string; readonly isLost: () => void } | undefined;
  const pairs = new Map<Socket, { far: Socket; opening: string }>();
  const dead = new WeakSet<Socket>();
  let pulled: string | true | undefined;
  const isCut = (opening: string) => pulled === true || (pulled !== undefined && opening.includes(pulled));

  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    const pair = { far, opening: '' };
    let lost: (() => void) | undefined;
    pairs.set(near, pair);
    near.on('data', (bytes) => {
      if (pair.opening === '') pair.opening = bytes.toString('latin1');
      if (isCut(pair.opening)) dead.add(near);
      if (losing !== undefined && bytes.includes(losing.text)) {
        lost = losing.isLost;
        losing = undefined;
      }
      if (!dead.has(near)) far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (lost !== undefined) {
        near.destroy();
        lost();
      } else if (!dead.has(near)) near.write(bytes);
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        if (socket === near) pairs.delete(near);
        if (!dead.has(near) || socket === near) other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const drop = () => {
    for (const near of [...pairs.keys()]) near.destroy();
  };
  afterFile(() => {
    drop();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    pullCable: (marked) => {
      pulled = marked ?? true;
      for (const [near, { opening }] of pairs) if (isCut(opening)) dead.add(near);
    },
    plugIn: () => {
      pulled = undefined;
    },
    drop,
    loseAnswerTo: (text) =>
      new Promise((resolve) => {
        losing = { text, isLost: resolve };
      }),
    leadTo: (next) => {
      target = next;
      drop();
    },
  };
}
