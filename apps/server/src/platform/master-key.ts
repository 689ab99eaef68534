import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MasterKey } from './crypto';

const KEY_BYTES = 32;
export const masterKeyFile = (dataDir: string): string => join(dataDir, 'master.key');

/** "2:base64,1:base64", newest first; a lone base64 text is key 1. */
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

export const formatMasterKeys = (keys: readonly MasterKey[]): string =>
  keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join('\n');

/** From the configuration, else from DATA_DIR, where it is made once, readable by its owner alone. */
export function loadMasterKeys(options: { masterKey: string | undefined; dataDir: string }): [MasterKey, ...MasterKey[]] {
  if (options.masterKey !== undefined) return parseMasterKeys(options.masterKey, 'MASTER_KEY');
  const file = masterKeyFile(options.dataDir);
  if (!existsSync(file)) {
    mkdirSync(options.dataDir, { recursive: true });
    const made = formatMasterKeys([{ id: 1, key: randomBytes(KEY_BYTES) }]);
    try {
      writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process was first: read its key
    }
  }
  chmodSync(file, 0o600);
  return parseMasterKeys(readFileSync(file, 'utf8'), file);
}
