// Shared helpers of the commands. Plain Node: they run before anything is installed.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const bin = (name) => join(root, 'node_modules/.bin', name);
export const say = (line) => process.stdout.write(`${line}\n`);
export const seconds = (began) => `${((Date.now() - began) / 1000).toFixed(1)} s`;

/** Runs a program; `quiet` captures its output instead of showing it. Ends it after `minutes`. */
export function run(program, args, { quiet = false, env = process.env, minutes = 10, cwd = root } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'] });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-200_000);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    const timer = setTimeout(() => {
      keep(`\n${program} was ended after ${minutes} minutes`);
      child.kill('SIGKILL');
    }, minutes * 60_000);
    child.once('error', (error) => {
      clearTimeout(timer);
      resolve({ ok: false, code: 1, output: String(error) });
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ ok: code === 0, code: code ?? 1, output });
    });
  });
}
