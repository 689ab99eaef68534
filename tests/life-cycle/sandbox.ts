import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export type Started = { readonly child: ChildProcess; readonly output: () => string; readonly exited: Promise<number | null> };

/** The real command, as a newcomer would run it; already installed and built, so it starts immediately. */
export function start(env: Record<string, string>, args: string[] = [], cwd = root): Started {
  const child = spawn(process.execPath, ['scripts/start.mjs', ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return { child, output: () => output, exited: new Promise((resolve) => child.once('exit', (code) => resolve(code))) };
}

export async function until(what: string, condition: () => boolean | Promise<boolean>, ms = 120_000): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; ) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`waited ${ms} ms for: ${what}`);
}

/** Processes with this word in their command line or environment: a stopped sandbox must leave none. */
export function processesWith(word: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        return command !== '' && (command.includes(word) || environment.includes(word)) ? [`${pid} ${command}`] : [];
      } catch {
        return []; // gone meanwhile, or another user's
      }
    });
}

export const api = (port: number, path: string, init?: RequestInit): Promise<Response> =>
  fetch(`http://localhost:${port}/api/v1${path}`, init);

export async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://localhost:${port}/ready`)).ok;
  } catch {
    return false;
  }
}
