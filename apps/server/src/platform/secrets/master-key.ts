import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Keyring, MasterKey } from './crypto';

const KEY_BYTES = 32;
export const masterKeyFile = (dataDir: string): string => join(dataDir, 'master.key');

/** "2:base64,1:base64", newest first; a single base64 text is key 1. */
export function parseMasterKeys(text: string, source: string): [MasterKey, ...MasterKey[]] {
  const keys = text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): MasterKey => {
      const match = /^(?:(\d{1,3}):)?([A-Za-z0-9+/_-]+={0,2})$/.exec(part);
      const key = Buffer.from(match?.[2] ?? '', 'base64');
      const id = Number.parseInt(match?.[1] ?? '1', 10);
      if (match === null || key.length !== KEY_BYTES || id > 255)
        throw new Error(`${source} is not valid: id:base64 of ${KEY_BYTES} bytes is expected.`);
      return { id, key };
    });
  const [first, ...rest] = keys;
  if (first === undefined) throw new Error(`${source} holds no key.`);
  return [first, ...rest];
}

export const newMasterKey = (id: number): MasterKey => ({ id, key: randomBytes(KEY_BYTES) });

const formatMasterKeys = (keys: readonly MasterKey[]): string => keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join('\n');

/** From the configuration, otherwise from DATA_DIR, where it is created once, readable by its owner only. */
export function loadMasterKeys(options: { masterKey: string | undefined; dataDir: string }): [MasterKey, ...MasterKey[]] {
  if (options.masterKey !== undefined) return parseMasterKeys(options.masterKey, 'MASTER_KEY');
  const file = masterKeyFile(options.dataDir);
  if (!existsSync(file)) {
    mkdirSync(options.dataDir, { recursive: true });
    const made = formatMasterKeys([newMasterKey(1)]);
    try {
      writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process was first: read its key
    }
  }
  chmodSync(file, 0o600);
  return parseMasterKeys(readFileSync(file, 'utf8'), file);
}

/** Atomic: a kill at any time leaves the complete old or new file. */
export function saveMasterKeys(dataDir: string, keys: readonly MasterKey[]): void {
  const file = masterKeyFile(dataDir);
  writeFileSync(`${file}.new`, `${formatMasterKeys(keys)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder); // the rename must survive a power cut: rows may be sealed with the new key a moment later
  closeSync(folder);
}

/**
 * The current keys. The file is checked before every use (a stat, some microseconds), so that a rotation reaches all processes of this
 * machine immediately: a value sealed with a key that is being dropped could never be opened again.
 */
export function createKeyring(options: { masterKey: string | undefined; dataDir: string }): Keyring {
  let keys = loadMasterKeys(options);
  if (options.masterKey !== undefined) return () => keys;
  const file = masterKeyFile(options.dataDir);
  const versionOf = (): string | undefined => {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat === undefined ? undefined : `${stat.ino}:${stat.mtimeMs}:${stat.size}`;
  };
  let version = versionOf();
  return () => {
    const seen = versionOf();
    if (seen !== undefined && seen !== version) {
      const [newest, ...others] = parseMasterKeys(readFileSync(file, 'utf8'), file);
      const fresh = [newest, ...others];
      // A dropped key still opens values read just before it was dropped.
      keys = [newest, ...others, ...keys.filter(({ id }) => !fresh.some((key) => key.id === id))];
      version = seen;
    }
    return keys;
  };
}
