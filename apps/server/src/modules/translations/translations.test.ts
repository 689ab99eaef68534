import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { startTestApp } from '../../../test/app';
import { startLanguageDesk } from '../../../test/parts/language-desk';
import type { Merchant } from '../../../test/stores';
import { besideTransaction } from '../../platform/db/db';
import { reportKeys } from './translations.queries';

const { app, admin, translator, listOf, entryOf, bundleOf, save, trail } = await startLanguageDesk();

test('a text is edited and live immediately; the audit trail has the editor and the previous text', async () => {
  const entry = await entryOf('vi', 'Sign In');
  expect(entry).toMatchObject({ missing: false });
  expect((await save(entry?.id ?? '', ' Vào nhà ')).statusCode).toBe(200);
  expect((await bundleOf('vi'))['Sign In']).toBe('Vào nhà');
  expect((await trail())[0]).toMatchObject({
    actor: 'the_admin',
    action: 'language.text_changed',
    subject: 'vi',
    detail: { key: 'Sign In', from: entry?.translationValue, to: 'Vào nhà' },
  });
  // A release with other texts overwrites what it shipped before, and no edit.
  await sql`update translations set value = 'old' where language = 'vi' and key = 'Sign Up'`.execute(app.platform.db.query);
  await app.services.translations.installShipped();
  expect((await entryOf('vi', 'Sign Up'))?.translationValue).toBe('old'); // the same release has nothing to install
  await sql`update shipped_texts set digest = 'older'`.execute(app.platform.db.query);
  await app.services.translations.installShipped();
  expect((await bundleOf('vi'))['Sign In']).toBe('Vào nhà');
  expect((await bundleOf('vi'))['Sign Up']).not.toBe('old');
});

test('a placeholder that the key lacks, an unknown id, an empty or far too long value are refused', async () => {
  const entry = await entryOf('vi', 'Logout');
  const id = entry?.id ?? '';
  expect((await save(id, 'Thoát {{now}}')).json()).toMatchObject({ code: 'unknown_placeholder', status: 'error' });
  expect((await save('999999999', 'x')).statusCode).toBe(404);
  expect((await save(id, '  ')).statusCode).toBe(422);
  expect((await save(id, 'x'.repeat(2_001))).statusCode).toBe(422);
  expect((await save('one', 'x')).statusCode).toBe(422);
  expect((await entryOf('vi', 'Logout'))?.translationValue).toBe(entry?.translationValue);
});

describe('adding a language', () => {
  const add = (fields: Record<string, string>) => admin.form('/admin/add-language', fields);

  test('it is offered immediately, falls back to English until it is translated, and follows English', async () => {
    const answer = await add({ code: 'it', name: 'Italiano', flag: 'IT' });
    expect([answer.statusCode, answer.json()]).toEqual([201, { id: 'it', code: 'it', name: 'Italiano', flag: 'it' }]);
    const { languages } = (await app.browser().get('/auth/translations/languages')).json();
    expect(languages.map(({ code }: { code: string }) => code)).toContain('it');
    expect((await bundleOf('it'))['Sign In']).toBe('Sign In');
    const list = await listOf('it');
    expect(list.length).toBe((await listOf('en')).length);
    expect(list.every(({ missing }) => missing)).toBe(true);

    const [en, it] = [await entryOf('en', 'Payment Successful!'), await entryOf('it', 'Payment Successful!')];
    await save(en?.id ?? '', 'Paid!');
    expect((await bundleOf('it'))['Payment Successful!']).toBe('Paid!');
    await save(it?.id ?? '', 'Pagato!');
    expect((await bundleOf('it'))['Payment Successful!']).toBe('Pagato!');
    expect(await entryOf('it', 'Payment Successful!')).toMatchObject({ missing: false, translationValue: 'Pagato!' });
  });

  test.each([
    [{ code: 'it', name: 'Italiano', flag: 'it' }, 409],
    [{ code: 'IT', name: 'Italiano', flag: 'it' }, 409],
    [{ code: 'vi', name: 'Tiếng Việt', flag: 'vn' }, 409],
    [{ code: 'x', name: 'X', flag: 'xx' }, 422],
    [{ code: 'de_DE', name: 'Deutsch', flag: 'de' }, 422],
    [{ code: 'de', name: ' ', flag: 'de' }, 422],
    [{ code: 'de', name: 'Deutsch', flag: 'deu' }, 422],
    [{ code: 'de', name: 'Deutsch' }, 422],
  ] as [Record<string, string>, number][])('%j is %i', async (fields, status) => {
    expect((await add(fields)).statusCode).toBe(status);
  });

  test('a code is kept in its canonical spelling', async () => {
    expect((await add({ code: 'pt-br', name: 'Português (Brasil)', flag: 'br' })).json().code).toBe('pt-BR');
  });
});

describe('keys', () => {
  const report = (who: { post: Merchant['post'] }, keys: string[]) => who.post('/auth/translations/add-missing', keys);

  test("an admin's key is listed in every language at once, as not translated yet", async () => {
    expect((await admin.post('/auth/translations/add-missing', ['Just added'])).json()).toEqual({ added: 1 });
    expect(await entryOf('vi', 'Just added')).toMatchObject({ translationValue: 'Just added', missing: true });
    expect(await bundleOf('vi')).toMatchObject({ 'Just added': 'Just added' });
  });

  test("a guest's key is not served until an admin syncs", async () => {
    expect((await report(app.browser(), ['From a guest', 'From a guest', 'Sign In'])).json()).toEqual({ added: 1 });
    expect((await report(app.browser(), ['From a guest'])).json()).toEqual({ added: 0 });
    expect(await bundleOf('en')).not.toHaveProperty('From a guest');
    expect((await admin.get('/admin/language/sync')).json()).toEqual({ message: 'Đã đồng bộ' });
    expect((await bundleOf('vi'))['From a guest']).toBe('From a guest');
    expect(await entryOf('it', 'From a guest')).toMatchObject({ missing: true });
    expect((await trail())[0]).toMatchObject({ action: 'language.synced', detail: { taken: 1 } });
  });

  test('guests fill the list up to 2,000 keys', async () => {
    await sql`insert into reported_keys (key) select 'filler ' || n from generate_series(1, 1995) n`.execute(app.platform.db.query);
    const some = (name: string) => Array.from({ length: 20 }, (_, n) => `One more ${name} ${n}`);
    const { later } = await app.platform.db.transaction(async (tx) => {
      expect(await reportKeys(tx, some('first'), { keys: 2_000, bytes: 1e6 })).toBe(5);
      const sent = besideTransaction(() => report(app.browser(), some('later'))); // counts what is not committed yet
      await Promise.race([sent, sleep(200)]);
      return { later: sent };
    });
    expect((await later).json()).toEqual({ added: 0 });

    // Once they are taken over, the next release still starts: no statement of its installation outlasts the database's limit.
    await admin.get('/admin/language/sync');
    await sql`update shipped_texts set digest = 'older'`.execute(app.platform.db.query);
    await app.services.translations.installShipped();
    expect(await bundleOf('en')).toMatchObject({ 'filler 1': 'filler 1', 'filler 1995': 'filler 1995' });
    await sql`delete from translations where key like 'filler %' or key like 'One more %'`.execute(app.platform.db.query);
  }, 60_000);

  test('guests cannot make the texts of all visitors grow: 20 calls with the longest keys, then a sync', async () => {
    const size = async () => JSON.stringify(await bundleOf('en')).length;
    const before = await size();
    for (let n = 0; n < 20; n += 1) {
      await report(
        app.browser(),
        Array.from({ length: 100 }, (_, k) => `${n}-${k} `.padEnd(500, 'x')),
      );
    }
    await admin.get('/admin/language/sync');
    expect((await size()) - before).toBeLessThan(80 * 1024); // 32 KiB of keys, each its own text
    const left = (await listOf('en')).filter(({ translationKey }) => translationKey.endsWith('xxx'));
    expect(left.length).toBeGreaterThan(0);
    expect(left.every(({ removable }) => removable)).toBe(true);
    const ids = [...left.map(({ id }) => id), (await entryOf('en', 'Sign In'))?.id ?? ''];
    expect((await admin.post('/admin/language/delete-keys', { ids })).json()).toEqual({ deleted: left.length });
    expect(await size()).toBe(before);
    expect((await trail('language.keys_deleted'))[0]).toMatchObject({ actor: 'the_admin' });
    expect((await bundleOf('vi'))['Sign In']).toBeDefined(); // a key of the release stays
  });

  test('one address reports 500 keys an hour (here fifty); the others are counted', async () => {
    const limited = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.1' } });
    const keys = Array.from({ length: 54 }, (_, n) => `From one address ${n}`);
    expect((await report(limited.browser(), keys)).json()).toEqual({ added: 50 });
    expect((await report(limited.browser(), ['From one address more'])).json()).toEqual({ added: 0 });
    expect(await limited.platform.metrics.registry.metrics()).toContain('stablegate_translation_keys_refused_total 5');
  });

  test('no admin makes the texts of a language larger than 512 KB', async () => {
    await sql`insert into translations (language, key, value) select 'en', 'bulk ' || n, repeat('x', 2000) from generate_series(1, 250) n`.execute(
      app.platform.db.query,
    );
    for (const answer of [
      await report(admin, ['One key too many']),
      await save((await entryOf('vi', 'Logout'))?.id ?? '', 'x'.repeat(500)),
      await (async () => {
        await report(app.browser(), ['Waits in vain']);
        return admin.get('/admin/language/sync');
      })(),
    ]) {
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'bundle_full']);
    }
    expect(await bundleOf('en')).not.toHaveProperty('One key too many');
    await sql`delete from translations where key like 'bulk %'`.execute(app.platform.db.query);
    await sql`delete from reported_keys`.execute(app.platform.db.query);
  });

  test("an admin's key is English immediately, and translated in all languages", async () => {
    translator.answerWith((text, { messages }) => `${messages[0]?.content.includes(' to vi') ? 'vi' : 'other'} ${text}`);
    expect((await report(admin, ['Brand new {{n}}'])).json()).toEqual({ added: 1 });
    expect((await bundleOf('en'))['Brand new {{n}}']).toBe('Brand new {{n}}');
    await vi.waitFor(async () => expect((await bundleOf('vi'))['Brand new {{n}}']).toBe('vi Brand new {{n}}'), 15_000);
    await vi.waitFor(async () => expect((await bundleOf('it'))['Brand new {{n}}']).toBe('other Brand new {{n}}'), 15_000);
  });

  test.each([[[]], [['']], [['  ']], [['x'.repeat(501)]], [['a\u0000b']], [Array.from({ length: 101 }, (_, n) => `key ${n}`)], [{ a: 1 }]])(
    'bad keys are 422: %j',
    async (keys) => {
      expect((await app.browser().post('/auth/translations/add-missing', keys as object)).statusCode).toBe(422);
    },
  );

  test("the back office's texts follow the language, and so do its messages", async () => {
    expect((await bundleOf('vi'))['User management']).toBe('Quản lý người dùng');
    expect((await bundleOf('de'))['User management']).toBe('Benutzerverwaltung');
    const synced = async (headers?: Record<string, string>) => (await admin.get('/admin/language/sync', headers)).json().message;
    expect(await synced()).toBe('Đã đồng bộ');
    expect(await synced({ 'x-language': 'de' })).toBe('Synchronisiert');
  });

  test('keys that this release no longer ships are deleted; what an admin added or edited stays', async () => {
    const { query } = app.platform.db;
    await sql`insert into translations (language, key, value, missing, edited) values
      ('vi', 'Khách hàng', 'Khách hàng', false, false), ('en', 'Khách hàng', 'Khách hàng', true, false),
      ('en', 'An old text', 'An old text', false, false), ('de', 'An old text', 'Ein alter Text', false, false),
      ('en', 'An edited text', 'An edited text', false, false), ('de', 'An edited text', 'Von Hand', false, true),
      ('en', 'Of an admin', 'Of an admin', false, false), ('de', 'Of an admin', 'Of an admin', true, false)`.execute(query);
    await sql`update shipped_texts set digest = 'older'`.execute(query);
    await app.services.translations.installShipped();
    const texts = await bundleOf('de');
    expect(
      Object.keys(texts)
        .filter((key) => ['Khách hàng', 'An old text', 'An edited text', 'Of an admin'].includes(key))
        .sort(),
    ).toEqual(['An edited text', 'Of an admin']);
  });
});

describe('machine translation', () => {
  const suggest = (body: object) => admin.post('/auth/translations/translate-with-gpt', body);

  test('a suggestion changes nothing; a lost placeholder is refused', async () => {
    translator.answerWith(() => 'Noch {{n}} Tage');
    const answer = await suggest({ text: '{{n}} days left', sourceLang: 'en', targetLang: 'de' });
    expect(answer.json()).toEqual({ translation: 'Noch {{n}} Tage' });
    translator.answerWith(() => 'Noch einige Tage');
    const refused = await suggest({ text: '{{n}} days left', targetLang: 'de' });
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'translator_failed']);
    expect((await suggest({ text: '', targetLang: 'de' })).statusCode).toBe(422);
  });

  test('a whole language is retranslated in the background, with visible progress', async () => {
    const progress = async () => (await admin.get('/admin/language/retranslation?lang=it')).json().data;
    expect(await progress()).toMatchObject({ state: 'idle', total: 0 });
    translator.answerWith((text) => (text === 'Sign In' ? 'lost: a colon' : `it ${text}`));
    expect((await admin.post('/auth/translations/retranslate-all?lang=it')).statusCode).toBe(200);
    expect((await admin.post('/auth/translations/retranslate-all?lang=it')).statusCode).toBe(200); // watches the same run
    await vi.waitFor(async () => expect(await progress()).toMatchObject({ state: 'done' }), { timeout: 60_000, interval: 200 });
    const { total, done, refused } = await progress();
    expect([done, refused]).toEqual([total, 1]);
    expect(total).toBe((await listOf('it')).length);
    const texts = await bundleOf('it');
    expect(texts.Logout).toBe('it Logout');
    expect(texts['Sign In']).toBe('Sign In');
    expect((await trail('language.retranslated')).length).toBe(1);
  }, 90_000);

  test('a service that is out of order ends the run as failed', async () => {
    translator.answerWith(() => 500);
    await admin.post('/auth/translations/retranslate-all?lang=pt-BR');
    const state = async () => (await admin.get('/admin/language/retranslation?lang=pt-BR')).json().data;
    await vi.waitFor(async () => expect(await state()).toMatchObject({ state: 'failed', done: 16, refused: 16 }), 30_000);
  }, 40_000);

  test('unknown languages are 404', async () => {
    for (const path of ['/auth/translations/list', '/admin/language/retranslation', '/auth/translations'])
      expect((await admin.get(`${path}?lang=xx`)).statusCode, path).toBe(404);
    expect((await admin.post('/auth/translations/retranslate-all?lang=xx')).statusCode).toBe(404);
  });
});
