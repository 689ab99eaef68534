// Plain JavaScript: `npm start` asks before anything is installed or built.
import { createServer } from 'node:net';

const LOOPBACK = ['127.0.0.1', '::1'];

function isTaken(port, host) {
  return new Promise((answer) => {
    const probe = createServer();
    probe.once('error', (error) => answer(error.code === 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => answer(false)));
  });
}

export async function findTakenPort(port) {
  for (const host of LOOPBACK) {
    if (await isTaken(port, host)) return `Port ${port} is taken by another program. Stop it, or choose another: PORT=8081 npm start`;
  }
  return undefined;
}
