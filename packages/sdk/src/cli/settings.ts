import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

export type Settings = { readonly url: string; readonly apiKey: string };
export type Environment = Readonly<Record<string, string | undefined>>;

const LOCAL_SANDBOX = 'http://localhost:8080';

const fileOf = (env: Environment): string =>
  env.STABLEGATE_CONFIG ?? join(env.XDG_CONFIG_HOME ?? join(env.HOME ?? homedir(), '.config'), 'stablegate', 'config.json');

function readFile(env: Environment): Partial<Settings> {
  try {
    return JSON.parse(readFileSync(fileOf(env), 'utf8')) as Partial<Settings>;
  } catch {
    return {}; // never signed in, or a file that is none of ours: `login` writes it anew
  }
}

/** Options before the environment before what `login` stored. */
export function readSettings(
  options: { readonly url?: string; readonly key?: string },
  env: Environment,
): Partial<Settings> & { url: string } {
  const stored = readFile(env);
  const apiKey = options.key ?? env.STABLEGATE_API_KEY ?? stored.apiKey;
  const url = (options.url ?? env.STABLEGATE_URL ?? stored.url ?? LOCAL_SANDBOX).replace(/\/+$/, '');
  return { url, ...(apiKey === undefined ? {} : { apiKey }) };
}

/** Readable by its owner alone: the key can create invoices. */
export function writeSettings(settings: Settings, env: Environment): string {
  const file = fileOf(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  return file;
}
