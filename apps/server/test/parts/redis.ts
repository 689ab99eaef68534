import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { connect, createServer, type Socket } from 'node:net';
import { findFreePort } from '../../../sandbox/src/postgres/free-port';

/**
 * Redis for a test: Debian's redis-server where it is installed. Elsewhere a stand-in for a few commands, named as such: it supports
 * publish and subscribe, and counts like the limiter's script; it is no Redis.
 */
export type TestRedis = { readonly name: 'redis-server' | 'a stand-in for Redis'; readonly url: string; stop(): Promise<void> };

const isInstalled = (): boolean => {
  try {
    execFileSync('redis-server', ['--version']);
    return true;
  } catch {
    return false;
  }
};

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket.destroy() !== undefined));
    socket.once('error', () => resolve(false));
  });

async function startReal(): Promise<TestRedis> {
  const port = await findFreePort();
  const child: ChildProcess = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no', '--bind', '127.0.0.1'], {
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (let tries = 0; !(await answers(port)); tries += 1) {
    if (tries > 100) throw new Error('redis-server does not answer');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    name: 'redis-server',
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** One RESP command: *2 $4 ECHO $2 hi. */
function readCommands(text: string): string[][] {
  const parts = text.split('\r\n');
  const commands: string[][] = [];
  for (let at = 0; at < parts.length - 1; ) {
    const count = Number.parseInt((parts[at] ?? '').slice(1), 10);
    commands.push(Array.from({ length: count }, (_, index) => parts[at + 2 + 2 * index] ?? ''));
    at += 1 + 2 * count;
  }
  return commands;
}
const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

async function startStandIn(): Promise<TestRedis> {
  const sockets = new Set<Socket>();
  const subscribers = new Map<string, Set<Socket>>();
  const counts = new Map<string, number>();
  const act = (socket: Socket, [name = '', ...rest]: string[]): void => {
    if (/^subscribe$/i.test(name)) {
      for (const channel of rest) {
        subscribers.set(channel, (subscribers.get(channel) ?? new Set()).add(socket));
        socket.write(`>3\r\n${bulk('subscribe')}${bulk(channel)}:1\r\n`);
      }
    } else if (/^publish$/i.test(name)) {
      const [channel = '', payload = ''] = rest;
      for (const each of subscribers.get(channel) ?? []) each.write(`>3\r\n${bulk('message')}${bulk(channel)}${bulk(payload)}`);
      socket.write(`:${subscribers.get(channel)?.size ?? 0}\r\n`);
    } else if (/^eval$/i.test(name)) {
      const [, , key = '', points = '1', seconds = '1'] = rest;
      counts.set(key, (counts.get(key) ?? 0) + Number.parseInt(points, 10));
      socket.write(`*2\r\n:${counts.get(key)}\r\n:${Number.parseInt(seconds, 10) * 1000}\r\n`);
    } else socket.write('+OK\r\n');
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      for (const command of readCommands(String(data))) act(socket, command);
    });
  });
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    name: 'a stand-in for Redis',
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const startTestRedis = (): Promise<TestRedis> => (isInstalled() ? startReal() : startStandIn());
export const startRedisStandIn = startStandIn;
