import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A separate process: in the server's process the client would only see the first byte when the server is idle. Two URLs, requested in turn
 * over one open connection; prints the milliseconds to the first byte of each as JSON.
 */
const [first = '', second = '', rounds = '101'] = process.argv.slice(2);
const PAUSE_MS = 20; // otherwise the work after the last response is measured
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function firstByte(url: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { 'accept-encoding': 'gzip, br' } }, (response) => {
      response.once('data', () => {
        const ms = performance.now() - began;
        response.resume().once('end', () => resolve(ms));
      });
    });
    request.once('error', reject);
  });
}

const [ours, other]: [number[], number[]] = [[], []];
for (let round = 0; round < Number.parseInt(rounds, 10); round += 1) {
  await sleep(PAUSE_MS);
  other.push(await firstByte(second));
  await sleep(PAUSE_MS);
  ours.push(await firstByte(first));
}
process.stdout.write(JSON.stringify({ ours, other }));
agent.destroy();
