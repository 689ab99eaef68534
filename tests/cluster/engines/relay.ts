import { connect, createServer, type Server, type Socket } from 'node:net';

export type Relay = {
  readonly port: number;
  /** Like a pulled cable: nothing is refused or closed, and no byte arrives. */
  cut(): void;
  /** What hung is closed, so that both sides notice; new connections work. */
  heal(): void;
  close(): void;
};

const listenOn = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });

/** A cable between two parts of the cluster. */
export async function startRelay(port: number, target: number): Promise<Relay> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.setNoDelay(true);
      from.on('data', (bytes) => !isCut && to.write(bytes));
      from.on('error', () => undefined);
      from.on('close', () => {
        if (isCut) return; // the other side hears nothing of it
        pairs.delete(pair);
        to.destroy();
      });
    }
  });
  await listenOn(server, port);
  const drop = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    pairs.clear();
  };
  return {
    port,
    cut: () => {
      isCut = true;
    },
    heal: () => {
      drop();
      isCut = false;
    },
    close: () => {
      drop();
      server.close();
    },
  };
}
