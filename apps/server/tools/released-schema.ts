import type pg from 'pg';

/** What a release reads and writes, as far as a later migration could take it away: by table its columns, and the functions it calls. */
export type ReleasedSchema = {
  readonly version: number;
  readonly tables: Readonly<Record<string, Readonly<Record<string, Column>>>>;
  /** Name and arguments → result. */
  readonly functions: Readonly<Record<string, string>>;
};
/** An insert that does not name a `required` column fails. */
type Column = { readonly type: string; readonly required: boolean };

const COLUMNS = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
         a.attnotnull and not a.atthasdef and a.attidentity = '' as required
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition and c.relname !~ '^schema_'
   order by 1, 2`;
const FUNCTIONS = `
  select p.oid::regprocedure::text as name, pg_get_function_result(p.oid) as result from pg_proc p
   where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`;

export async function readReleasedSchema(client: pg.Client): Promise<ReleasedSchema> {
  const { rows: columns } = await client.query<{ table: string; column: string } & Column>(COLUMNS);
  const { rows: functions } = await client.query<{ name: string; result: string }>(FUNCTIONS);
  const { rows: versions } = await client.query<{ version: number }>('select max(version) as version from schema_migrations');
  const tables: Record<string, Record<string, Column>> = {};
  for (const { table, column, type, required } of columns) tables[table] = { ...tables[table], [column]: { type, required } };
  return { version: versions[0]?.version ?? 0, tables, functions: Object.fromEntries(functions.map(({ name, result }) => [name, result])) };
}

export type Break = { readonly what: string; readonly problem: string };

function breaksOf(table: string, before: Record<string, Column>, after: Record<string, Column> | undefined): Break[] {
  if (after === undefined) return [{ what: table, problem: 'is gone' }];
  const changed = Object.entries(before).flatMap(([column, { type }]): Break[] => {
    const now = after[column];
    if (now === undefined) return [{ what: `${table}.${column}`, problem: 'is gone' }];
    return now.type === type ? [] : [{ what: `${table}.${column}`, problem: `is ${now.type}, was ${type}` }];
  });
  const demanded = Object.entries(after).filter(([column, { required }]) => required && before[column]?.required !== true);
  return [...changed, ...demanded.map(([column]) => ({ what: `${table}.${column}`, problem: 'is needed by every insert' }))];
}

/** What a program of the release would stumble over, beside or after a newer one. */
export function findBreaks(before: ReleasedSchema, after: ReleasedSchema): Break[] {
  return [
    ...Object.entries(before.tables).flatMap(([table, columns]) => breaksOf(table, columns, after.tables[table])),
    ...Object.entries(before.functions).flatMap(([name, result]): Break[] => {
      const now = after.functions[name];
      if (now === undefined) return [{ what: name, problem: 'is gone' }];
      return now === result ? [] : [{ what: name, problem: `returns ${now}, returned ${result}` }];
    }),
  ];
}

type Step = { readonly version: number; readonly sql: string; readonly oldestReader: number };

/** Left are those that no contract step declares: one whose "not read since" the release has reached, and that names the thing. */
export function undeclared(breaks: readonly Break[], { version }: ReleasedSchema, migrations: readonly Step[]): Break[] {
  const steps = migrations.filter((step) => step.version > version && step.oldestReader > 0 && step.oldestReader <= version);
  return breaks.filter(({ what }) => !steps.some(({ sql }) => sql.includes(what.replace(/^.*\./, '').replace(/\(.*$/, ''))));
}
