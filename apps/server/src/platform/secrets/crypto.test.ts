import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSecretBox } from './crypto';
import { loadMasterKeys, parseMasterKeys } from './master-key';

const oldKey = { id: 1, key: randomBytes(32) };
const newKey = { id: 2, key: randomBytes(32) };

describe('secrets at rest', () => {
  test('are opened only for the purpose they were sealed for', () => {
    const box = createSecretBox(() => [oldKey]);
    const sealed = box.seal('totp', 'JBSWY3DPEHPK3PXP');
    expect(box.open('totp', sealed)).toBe('JBSWY3DPEHPK3PXP');
    expect(() => box.open('api-key', sealed)).toThrow();
    expect(sealed.toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP');
  });

  test('a changed byte is detected', () => {
    const box = createSecretBox(() => [oldKey]);
    const sealed = box.seal('totp', 'secret');
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    expect(() => box.open('totp', sealed)).toThrow();
  });

  test('after a rotation old values still open and are recognised as old', () => {
    const before = createSecretBox(() => [oldKey]).seal('totp', 'secret');
    const box = createSecretBox(() => [newKey, oldKey]);
    expect(box.open('totp', before)).toBe('secret');
    expect(box.isOutdated(before)).toBe(true);
    expect(box.isOutdated(box.seal('totp', 'secret'))).toBe(false);
  });

  test('the master key is created once, readable by its owner only', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'keys-'));
    const [first] = loadMasterKeys({ masterKey: undefined, dataDir });
    const [again] = loadMasterKeys({ masterKey: undefined, dataDir });
    expect(again.key.equals(first.key)).toBe(true);
    expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, 'master.key'), 'utf8')).toMatch(/^1:/);
    expect(() => parseMasterKeys('1:c2hvcnQ=', 'MASTER_KEY')).toThrow('MASTER_KEY');
  });
});
