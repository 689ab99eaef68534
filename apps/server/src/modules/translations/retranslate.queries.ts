import { sql } from 'kysely';
import { assertDefined } from '../../platform/assert';
import type { Queryable, Tx } from '../../platform/db/db';

export type Run = {
  readonly run: string;
  readonly state: 'running' | 'done' | 'failed';
  readonly total: number;
  readonly done: number;
  readonly refused: number;
  readonly afterId: bigint;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly isStuck: boolean;
};

const STUCK_AFTER = sql`interval '5 minutes'`; // a job that lost its worker is taken over within a minute
const COLUMNS = sql`run, state, total, done, refused, after_id as "afterId", started_at as "startedAt", finished_at as "finishedAt",
  state = 'running' and progressed_at < now() - ${STUCK_AFTER} as "isStuck"`;

export async function findRun(tx: Queryable, language: string): Promise<Run | undefined> {
  const { rows } = await sql<Run>`select ${COLUMNS} from retranslations where language = ${language}`.execute(tx);
  return rows[0];
}

/** Every text of the language with its English original; English itself has none. */
const SOURCES = (language: string) => sql`
  select t.id, t.key, e.value as text
    from translations t join translations e on e.language = 'en' and e.key = t.key and not e.missing
   where t.language = ${language} and t.language <> 'en'`;

export async function startRun(tx: Tx, language: string, run: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    insert into retranslations (language, run, state, total)
    select ${language}, ${run}, 'running', count(*) from (${SOURCES(language)}) s
    on conflict (language) do update set run = excluded.run, state = 'running', total = excluded.total, done = 0, refused = 0, after_id = 0,
      started_at = now(), progressed_at = now(), finished_at = null
    returning total`.execute(tx);
  return assertDefined(rows[0], 'a run').total;
}

export type Source = { readonly id: bigint; readonly key: string; readonly text: string };

export async function listSources(tx: Queryable, language: string, afterId: bigint, limit: number): Promise<Source[]> {
  const { rows } = await sql<Source>`
    select * from (${SOURCES(language)}) s where s.id > ${afterId} order by s.id limit ${limit}`.execute(tx);
  return rows;
}

export type Progress = { readonly done: number; readonly refused: number; readonly afterId: bigint };

/** False when another run has replaced it. */
export async function saveProgress(tx: Tx, language: string, run: string, { done, refused, afterId }: Progress): Promise<boolean> {
  const result = await sql`
    update retranslations set done = done + ${done}, refused = refused + ${refused}, after_id = ${afterId}, progressed_at = now()
     where language = ${language} and run = ${run} and state = 'running'`.execute(tx);
  return result.numAffectedRows === 1n;
}

export async function endRun(tx: Queryable, language: string, run: string, state: 'done' | 'failed'): Promise<void> {
  await sql`
    update retranslations set state = ${state}, finished_at = now()
     where language = ${language} and run = ${run} and state = 'running'`.execute(tx);
}

/** All languages with these keys, except English. */
export async function listTargets(tx: Queryable): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`select code from languages where code <> 'en' order by position, code`.execute(tx);
  return rows.map(({ code }) => code);
}
