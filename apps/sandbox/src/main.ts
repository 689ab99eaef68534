import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEMO_PASSWORD, DEMO_USERS } from './demo/demo-users';
import { launch, type Sandbox } from './launcher/launch';
import { readSettings } from './launcher/settings';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** A check costs 50 µs. */
const PARENT_CHECK_MS = 2_000;

let sandbox: Sandbox | undefined;
let stopping = false;

async function stopAll(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  say('\nStopping …');
  try {
    await sandbox?.stop();
    say('Stopped. The data stays for the next start.');
  } finally {
    process.exit(code);
  }
}

/** npm may be killed without notice; its child must not survive. */
function stopWhenParentIsGone(underNpm: boolean): void {
  const parent = process.ppid;
  if (underNpm) setInterval(() => process.ppid !== parent && void stopAll(0), PARENT_CHECK_MS).unref();
}

/** Called by `npm start` once everything is installed and built. Resolves when the gateway is up. */
export async function main(args: readonly string[], options: { underNpm: boolean }): Promise<Sandbox> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopAll(0));
  stopWhenParentIsGone(options.underNpm);
  const began = Date.now();
  try {
    sandbox = await launch({
      settings: readSettings(args),
      distDir: dirname(fileURLToPath(import.meta.url)),
      say,
      onFailure: (reason) => {
        if (stopping) return;
        process.stderr.write(`${reason}\n`);
        void stopAll(1);
      },
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
  const users = DEMO_USERS.map(({ username, label }) => `  ${label.padEnd(10)} ${username}  ·  ${DEMO_PASSWORD}`);
  say(
    [
      '',
      `Stablegate is ready: ${sandbox.url}   (${((Date.now() - began) / 1000).toFixed(1)} s)`,
      ...users,
      '',
      'Ctrl-C stops everything.',
    ].join('\n'),
  );
  return sandbox;
}
