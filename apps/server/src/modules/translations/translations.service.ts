import type { Language } from '@stablegate/contract';
import { Counter } from 'prom-client';
import type { TranslatorSettings } from '../../config-translator';
import { insertAudit } from '../../platform/audit';
import { afterCommit, type Db } from '../../platform/db/db';
import type { Jobs } from '../../platform/events/jobs';
import type { Notifications } from '../../platform/events/notifications';
import type { Logger } from '../../platform/log';
import type { Metrics } from '../../platform/metrics';
import type { RateLimiter } from '../../platform/net/rate-limiter';
import { createBundles } from './bundles';
import { installShipped } from './install-shipped';
import { addLanguage, assertBundleFits, changeText, listTexts, removeKeys, syncKeys, type TextChange } from './language-admin';
import { takeReported } from './language-admin.queries';
import { reportMissing } from './report-keys';
import { readRetranslation, startRetranslation } from './retranslate';
import { queueNewKeys } from './translate-keys';
import { registerTranslationJobs } from './translations.jobs';
import { addKeys, copyMissing, unknownKeys } from './translations.queries';
import { createTranslator } from './translator';
import type { TranslationOrder } from './translator.domain';

export type TranslationServiceDeps = {
  readonly db: Db;
  readonly notifications: Notifications;
  readonly jobs: Jobs;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly limiter: RateLimiter;
  readonly translatorSettings: TranslatorSettings | undefined;
};

/** An admin's keys are added; the others wait for one. */
export type KeySender = { readonly admin: string } | { readonly address: string };

export function createTranslationService({ db, notifications, jobs, log, metrics, limiter, translatorSettings }: TranslationServiceDeps) {
  const bundles = createBundles({ db, notifications });
  const deps = { db, jobs, bundles, translator: createTranslator({ settings: translatorSettings, log }) };
  registerTranslationJobs(deps);
  const refused = new Counter({
    name: 'stablegate_translation_keys_refused_total',
    help: 'Reported keys that were not stored.',
    registers: [metrics.registry],
  });

  return {
    getBundle: bundles.get,
    listLanguages: async (): Promise<Language[]> => (await bundles.languages()).map((row) => ({ id: row.code, ...row })),
    /** Guests' keys wait for an admin; an admin's are added to English immediately, where the text is the key, and translated. */
    addMissing: async (keys: readonly string[], sender: KeySender): Promise<number> => {
      const fresh = await unknownKeys(db.query, [...new Set(keys)]);
      if (fresh.length === 0) return 0;
      if (!('admin' in sender)) return reportMissing({ db, limiter, refused }, { keys: fresh, address: sender.address });
      return db.transaction(async (tx) => {
        const taken = await takeReported(tx, fresh);
        const added = taken.length + (await addKeys(tx, fresh));
        await copyMissing(tx, { keys: fresh }); // listed in every language at once, to be translated by hand
        await assertBundleFits(tx, 'en');
        await queueNewKeys(deps, tx, fresh);
        await insertAudit(tx, { actor: sender.admin, action: 'language.keys_added', subject: 'en', detail: { keys: fresh } });
        afterCommit(tx, bundles.announce);
        return added;
      });
    },
    /** At every start. */
    installShipped: async (): Promise<void> => {
      if (await installShipped(db)) bundles.announce();
    },
    /** All texts of a language; an unknown one has none, and the reader gets the keys, which are English. */
    textsOf: async (language: string): Promise<Readonly<Record<string, string>>> =>
      (await bundles.isKnown(language)) ? (await bundles.get(language)).texts : {},
    /** Translates a text for mails and server-rendered pages. English is the key itself. */
    translator: async (language: string) => {
      const { texts } = await bundles.get(language).catch(() => ({ texts: {} as Readonly<Record<string, string>> }));
      return (key: string, values: Record<string, string> = {}): string =>
        (texts[key] ?? key).replace(/\{\{(\w+)\}\}/g, (match, name: string) => values[name] ?? match);
    },

    listTexts: (language: string) => listTexts(deps, language),
    changeText: (actor: string, change: TextChange) => changeText(deps, actor, change),
    addLanguage: (actor: string, language: Omit<Language, 'id'>) => addLanguage(deps, actor, language),
    removeKeys: (actor: string, ids: readonly string[]) => removeKeys(deps, actor, ids),
    syncKeys: (actor: string) => syncKeys(deps, actor),
    suggest: (order: TranslationOrder) => deps.translator.translate(order),
    startRetranslation: (actor: string, language: string) => startRetranslation(deps, actor, language),
    readRetranslation: (language: string) => readRetranslation(deps, language),
  };
}
export type TranslationService = ReturnType<typeof createTranslationService>;
