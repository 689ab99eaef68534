import cluster, { type Worker } from 'node:cluster';
import type { Logger } from '../log';
import { QUESTIONS } from './of-primary';
import { createQuestions, type Questions } from './questions';
import { createSharedCounts, joinMetrics } from './shared-answers';

/** A process to keep running: its name in metrics, and what its environment has beside ours. */
export type Part = { readonly name: string; readonly env: Readonly<Record<string, string>> };
export type Supervised = {
  /** Resolves when all are ready; rejects when one of them cannot start. */
  readonly started: Promise<void>;
  /** Tells all of them to stop, and waits. */
  stop(): Promise<void>;
};

/** One that ends again within this time is started more and more slowly, so that a permanent fault does not occupy the machine. */
const STEADY_MS = 10_000;
const PAUSE_MS_MIN = 1_000;
const PAUSE_MS_MAX = 30_000;

export function pauseAfter(livedMs: number, lastPauseMs: number): number {
  if (livedMs >= STEADY_MS) return 0;
  return Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS_MIN, lastPauseMs * 2));
}

/** Starts this program once more per part and restarts what ends. They share the port: connections go to them in turn. */
export function supervise(parts: readonly Part[], log: Logger): Supervised {
  const running = new Map<Worker, Questions>();
  const count = createSharedCounts();
  let isStopping = false;

  function connect(worker: Worker): void {
    const questions = createQuestions({
      send: (message) => void worker.send(message, () => undefined), // it may have ended meanwhile
      onMessage: (listener) => void worker.on('message', listener),
    });
    questions.answer(QUESTIONS.count, count);
    questions.answer(QUESTIONS.allMetrics, () => joinMetrics([...running.values()]));
    running.set(worker, questions);
  }

  const keep = ({ name, env }: Part): Promise<void> =>
    new Promise((resolve, reject) => {
      let pauseMs = 0;
      let wasReady = false;
      const start = (): void => {
        if (isStopping) return;
        const began = performance.now();
        const worker = cluster.fork({ ...env, PROCESS_NAME: name });
        connect(worker);
        worker.on('message', (message: { ready?: boolean }) => {
          if (message.ready !== true) return;
          wasReady = true;
          resolve();
        });
        worker.once('exit', (code, signal) => {
          running.delete(worker);
          if (isStopping) return;
          if (!wasReady) return reject(new Error(`Process ${name} ended with ${signal ?? code} before it was ready.`));
          pauseMs = pauseAfter(performance.now() - began, pauseMs);
          log.error({ process: name, ended: signal ?? code, pauseMs }, 'a process ended; starting it again');
          setTimeout(start, pauseMs);
        });
      };
      start();
    });

  const stop = async (): Promise<void> => {
    isStopping = true;
    const ended = [...running.keys()].map(
      (worker) => new Promise((resolve) => (worker.isDead() ? resolve(undefined) : worker.once('exit', resolve))),
    );
    for (const worker of running.keys()) worker.process.kill('SIGTERM');
    await Promise.all(ended);
  };

  return { started: Promise.all(parts.map(keep)).then(() => undefined), stop };
}
