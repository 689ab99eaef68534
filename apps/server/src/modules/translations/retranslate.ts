import { randomUUID } from 'node:crypto';
import type { Retranslation } from '@stablegate/contract';
import { LANGUAGE_DEFAULT } from '@stablegate/rules';
import { AppError } from '../../platform/app-error';
import { insertAudit } from '../../platform/audit';
import { afterCommit, type Db } from '../../platform/db/db';
import type { Jobs } from '../../platform/events/jobs';
import { noteNothingChanged } from '../../platform/request-author';
import type { Bundles } from './bundles';
import { requireLanguage } from './language-admin';
import { saveText } from './language-admin.queries';
import { endRun, findRun, listSources, type Source, saveProgress, startRun } from './retranslate.queries';
import { copyMissing } from './translations.queries';
import { JOB_DEADLINE_MS, type Translator } from './translator';

export type RetranslateDeps = { readonly db: Db; readonly jobs: Jobs; readonly bundles: Bundles; readonly translator: Translator };

export const RETRANSLATE_JOB = 'translations.retranslate';
/** A job must end well within its lease of 40 s: after this time it starts nothing new, and what is under way takes 24 s at most. */
export const SLICE_MS = 8_000;
export const AT_ONCE = 16; // per commit; the translator allows four concurrent calls
/** This many unusable answers from the start mean that the service is out of order. */
const HOPELESS_AFTER = 16;

const IDLE = { state: 'idle', total: 0, done: 0, refused: 0, startedAt: null, finishedAt: null } as const;

export async function readRetranslation({ db }: RetranslateDeps, language: string): Promise<Retranslation> {
  await requireLanguage(db.query, language);
  const run = await findRun(db.query, language);
  if (run === undefined) return { lang: language, ...IDLE };
  const { state, total, done, refused, startedAt, finishedAt, isStuck } = run;
  return {
    lang: language,
    state: isStuck ? 'failed' : state,
    total,
    done,
    refused,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

/** One run per language at a time: a second request watches the current one. */
export async function startRetranslation({ db, jobs, translator }: RetranslateDeps, actor: string, language: string): Promise<void> {
  await requireLanguage(db.query, language);
  if (!translator.isConfigured) throw new AppError('translator_not_configured');
  await db.transaction(async (tx) => {
    await tx.selectFrom('languages').select('code').where('code', '=', language).forNoKeyUpdate().execute();
    const current = await findRun(tx, language);
    if (current?.state === 'running' && !current.isStuck) return noteNothingChanged();
    await copyMissing(tx, { language });
    const run = randomUUID();
    const total = await startRun(tx, language, run);
    await insertAudit(tx, { actor, action: 'language.retranslated', subject: language, detail: { texts: total } });
    await jobs.enqueue(tx, RETRANSLATE_JOB, { language, run });
  });
}

type Translated = Source & { readonly value: string | undefined };

async function translateSome({ translator }: RetranslateDeps, language: string, sources: readonly Source[]): Promise<Translated[]> {
  return Promise.all(
    sources.map(async (each) => ({
      ...each,
      value: await translator
        .translate({ text: each.text, source: LANGUAGE_DEFAULT, target: language }, JOB_DEADLINE_MS)
        .catch(() => undefined),
    })),
  );
}

async function saveSome({ db, bundles }: RetranslateDeps, language: string, run: string, some: readonly Translated[]): Promise<boolean> {
  return db.transaction(async (tx) => {
    const usable = some.flatMap(({ key, value }) => (value === undefined ? [] : [{ language, key, value }]));
    const afterId = some.at(-1)?.id ?? 0n;
    const isCurrent = await saveProgress(tx, language, run, { done: some.length, refused: some.length - usable.length, afterId });
    if (!isCurrent) return false;
    for (const text of usable) await saveText(tx, text);
    afterCommit(tx, bundles.announce);
    return true;
  });
}

/** A slice of a run: progress is saved, so that a killed worker loses a handful of texts at most. Then the next slice is queued. */
export async function retranslateSlice(deps: RetranslateDeps, language: string, run: string): Promise<void> {
  const endsAt = Date.now() + SLICE_MS;
  while (Date.now() < endsAt) {
    const current = await findRun(deps.db.query, language);
    if (current === undefined || current.run !== run || current.state !== 'running') return;
    if (current.refused >= HOPELESS_AFTER && current.refused === current.done) return endRun(deps.db.query, language, run, 'failed');
    const sources = await listSources(deps.db.query, language, current.afterId, AT_ONCE);
    if (sources.length === 0) return endRun(deps.db.query, language, run, 'done');
    if (!(await saveSome(deps, language, run, await translateSome(deps, language, sources)))) return;
  }
  await deps.jobs.enqueue(deps.db.query, RETRANSLATE_JOB, { language, run });
}
