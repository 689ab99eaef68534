import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { startLanguageDesk } from '../../../test/parts/language-desk';
import type { Merchant } from '../../../test/stores';

const { app, admin, translator, listOf, entryOf, bundleOf, save, trail } = await startLanguageDesk();
await admin.form('/admin/add-language', { code: 'it', name: 'Italiano', flag: 'it' });
const report = (who: { post: Merchant['post'] }, keys: string[]) => who.post('/auth/translations/add-missing', keys);

describe('a key that a guest reported waits in the list', () => {
  const waiting = async (key: string, lang = 'vi') => {
    await report(app.browser(), [key]);
    return (await entryOf(lang, key))?.id ?? '';
  };
  const textsOf = async (key: string, ...languages: string[]) => Promise.all(languages.map(async (lang) => (await bundleOf(lang))[key]));

  test('of every language, and is in no bundle; a sync ends the waiting, and ids read before it still lead to the text', async () => {
    const id = await waiting('Waits for a sync', 'en');
    for (const [lang, own] of [
      ['en', id],
      ['vi', `${id}-vi`],
      ['it', `${id}-it`],
    ] as const) {
      const entries = (await listOf(lang)).filter(({ translationKey }) => translationKey === 'Waits for a sync');
      const row = { translationKey: 'Waits for a sync', translationValue: 'Waits for a sync', removable: true, missing: true };
      expect(entries).toEqual([{ ...row, id: own, waiting: true }]);
      expect(await bundleOf(lang)).not.toHaveProperty(['Waits for a sync']);
    }
    expect((await listOf('VI')).length).toBe((await listOf('vi')).length);
    const keys = (await listOf('vi')).map(({ translationKey }) => translationKey);
    expect(keys).toEqual([...new Set(keys)].sort());
    await admin.get('/admin/language/sync');
    expect(await entryOf('en', 'Waits for a sync')).toMatchObject({ id, missing: false, waiting: false });
    expect(await entryOf('vi', 'Waits for a sync')).toMatchObject({ missing: true, waiting: false });
    expect((await listOf('vi')).filter((entry) => entry.waiting)).toEqual([]);
    // A list that was read before still has these ids.
    expect((await save(id, 'Chờ', 'vi')).statusCode).toBe(200);
    expect((await save(`${id}-vi`, 'Chờ đồng bộ')).statusCode).toBe(200);
    expect((await save(`${id}-it`, 'In attesa')).statusCode).toBe(200);
    expect(await textsOf('Waits for a sync', 'en', 'vi', 'it')).toEqual(['Waits for a sync', 'Chờ đồng bộ', 'In attesa']);
  });

  test('its edits are kept for the language whose list has the id, and served once a sync takes them over', async () => {
    const key = 'Edited {{n}} early';
    const id = await waiting(key);
    for (const [answer, status] of [
      [await save(id, 'Sớm {{m}}'), 422],
      [await save(id, 'Sớm', 'xx'), 404],
      [await save(id.replace('-vi', '-xx'), 'Sớm'), 404],
    ] as const)
      expect(answer.statusCode).toBe(status);
    expect(await entryOf('vi', key)).toMatchObject({ id, translationValue: key, missing: true, waiting: true });

    expect((await save(id, 'Sớm {{n}}')).statusCode).toBe(200);
    expect((await save((await entryOf('en', key))?.id ?? '', 'Early {{n}}')).statusCode).toBe(200);
    expect((await save(id, 'Früh {{n}}', 'DE')).statusCode).toBe(200); // the language named goes before the id's
    expect(await entryOf('vi', key)).toMatchObject({ id, translationValue: 'Sớm {{n}}', missing: false, waiting: true });
    expect(await entryOf('de', key)).toMatchObject({ translationValue: 'Früh {{n}}', missing: false, waiting: true });
    expect(await entryOf('it', key)).toMatchObject({ translationValue: 'Early {{n}}', missing: true, waiting: true });
    expect(await textsOf(key, 'en', 'vi', 'de', 'it')).toEqual([undefined, undefined, undefined, undefined]);
    expect((await trail()).slice(0, 3)).toMatchObject([
      { action: 'language.text_changed', subject: 'de', detail: { key, from: 'Early {{n}}', to: 'Früh {{n}}' } },
      { action: 'language.text_changed', subject: 'en', detail: { key, from: key, to: 'Early {{n}}' } },
      { action: 'language.text_changed', subject: 'vi', detail: { key, from: key, to: 'Sớm {{n}}' } },
    ]);

    await admin.get('/admin/language/sync');
    expect(await textsOf(key, 'en', 'vi', 'de', 'it')).toEqual(['Early {{n}}', 'Sớm {{n}}', 'Früh {{n}}', 'Early {{n}}']);
    expect(await entryOf('vi', key)).toMatchObject({ missing: false, waiting: false });
    expect(await entryOf('it', key)).toMatchObject({ missing: true, waiting: false });
    await sql`update shipped_texts set digest = 'older'`.execute(app.platform.db.query);
    await app.services.translations.installShipped();
    expect(await textsOf(key, 'vi')).toEqual(['Sớm {{n}}']); // an edit, which no release overwrites or drops
  });

  test('a text that was kept for it is not translated again when an admin adds the key', async () => {
    const key = 'Kept and added';
    await save(await waiting(key), 'Đã giữ');
    translator.answerWith((text) => `machine ${text}`);
    expect((await report(admin, [key])).json()).toEqual({ added: 1 });
    await vi.waitFor(async () => expect(await textsOf(key, 'it')).toEqual(['machine Kept and added']), 15_000);
    await vi.waitFor(async () => {
      const { rows } = await sql`select 1 from pgboss.job where name = 'translations.translate_keys' and state < 'completed'`.execute(
        app.platform.db.query,
      );
      expect(rows).toEqual([]);
    }, 15_000);
    expect(await textsOf(key, 'en', 'vi')).toEqual([key, 'Đã giữ']);
  });

  test('an admin deletes it, or adds it', async () => {
    const ids = [await waiting('Deleted while it waits')];
    expect((await admin.post('/admin/language/delete-keys', { ids })).json()).toEqual({ deleted: 1 });
    expect(await entryOf('vi', 'Deleted while it waits')).toBeUndefined();
    const id = await waiting('Added while it waits', 'en');
    expect((await report(admin, ['Added while it waits'])).json()).toEqual({ added: 1 });
    expect(await entryOf('en', 'Added while it waits')).toMatchObject({ id, waiting: false });
    const { rows } = await sql`select key from reported_keys`.execute(app.platform.db.query);
    expect(rows).toEqual([]);
  });
});
