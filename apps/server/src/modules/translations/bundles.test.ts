import type { TranslationEntry } from '@stablegate/contract';
import { expect, test, vi } from 'vitest';
import { newAdmin } from '../../../test/admins';
import { startTestApp } from '../../../test/app';
import { createApp } from '../../app';
import { loadConfig } from '../../config';
import { createLogger } from '../../platform/log';

test('texts are cached by ETag, and a change or a new language is live in another process within a second', async () => {
  const app = await startTestApp();
  const admin = await newAdmin(app);
  const config = loadConfig({
    STABLEGATE_MODE: 'sandbox',
    DATABASE_URL: app.databaseUrl,
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATA_DIR: '/tmp',
  });
  const other = await createApp(config, createLogger('silent'));
  await other.start([]);
  try {
    const read = (etag = '') =>
      other.server.inject({ method: 'GET', url: '/api/v1/auth/translations?lang=vi', headers: { 'if-none-match': etag } });
    const first = await read();
    const etag = String(first.headers.etag);
    expect((await read(etag)).statusCode).toBe(304);
    for (const known of [`W/${etag}`, `"other", ${etag}`, '*']) expect((await read(known)).statusCode, known).toBe(304);
    const entries = (await admin.get('/auth/translations/list?lang=vi')).json<TranslationEntry[]>();
    const id = entries.find(({ translationKey }) => translationKey === 'Sign Up')?.id ?? '';
    await admin.post(`/auth/translations/update-value?${new URLSearchParams({ id, value: 'Đổi ngay' })}`);
    await vi.waitFor(async () => expect((await read(etag)).statusCode).toBe(200), { timeout: 20_000, interval: 10 });
    expect((await read()).json()['Sign Up']).toBe('Đổi ngay');
    const languages = async () =>
      (await other.server.inject({ method: 'GET', url: '/api/v1/auth/translations/languages' })).json().languages;
    const before = await languages();
    expect((await admin.post('/admin/add-language', { code: 'sv', name: 'Svenska', flag: 'se' })).statusCode).toBe(201);
    await vi.waitFor(async () => expect(await languages()).toHaveLength(before.length + 1), { timeout: 20_000, interval: 10 });
  } finally {
    await other.stop();
  }
});
