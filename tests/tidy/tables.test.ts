import { describe, expect, test } from 'vitest';
import { productSources, readSources, type Source } from './sources';
import { FUNCTION_OWNERS, OWNED, READ_MODELS } from './table-owners';

const SCHEMA = /^apps\/server\/migrations\/schema\.sql$/;
const tables = [...(readSources(SCHEMA)[0]?.text ?? '').matchAll(/^create table (\w+) \(/gm)].map(([, name = '']) => name);
const ownerOf = new Map(Object.entries(OWNED).flatMap(([module, owned]) => owned.map((table) => [table, module] as const)));

const WRITES = /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from)\s+(\w+)|(?:insertInto|updateTable|deleteFrom)\('(\w+)/gi;
const READS = /\b(?:from|join)\s+(?:only\s+)?(\w+)|(?:selectFrom|[a-z]+Join)\('(\w+)/gi;

const named = ({ text }: Source, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, inSql, inKysely]) => inSql ?? inKysely ?? '').filter((name) => ownerOf.has(name))),
];

function moduleOf(path: string): string {
  const [, module] = /^apps\/server\/src\/modules\/(\w+)\//.exec(path) ?? [];
  if (module !== undefined) return module;
  const [, sqlFunction] = /^apps\/server\/sql\/(?:\w+\/)?(\w+)\.sql$/.exec(path) ?? [];
  if (sqlFunction === undefined) return 'platform';
  const beginning = Object.keys(OWNED).find((name) => sqlFunction.startsWith(`${name.replace(/s$/, '')}`));
  return FUNCTION_OWNERS[sqlFunction] ?? beginning ?? 'nobody';
}

const sources = [...productSources().filter(({ path }) => path.startsWith('apps/server/src/')), ...readSources(/^apps\/server\/sql\//)];
const readByOthers = (source: Source): string[] => named(source, READS).filter((table) => ownerOf.get(table) !== moduleOf(source.path));

describe('tables have owners', () => {
  test('every table has one', () => {
    expect([...ownerOf.keys()].sort()).toEqual([...tables].sort());
  });

  test('only the owner writes; events are written by every module that changes something', () => {
    const strangers = sources.flatMap((source) =>
      named(source, WRITES)
        .filter((table) => table !== 'events' && ownerOf.get(table) !== moduleOf(source.path))
        .map((table) => `${source.path} writes ${table}`),
    );
    expect(strangers).toEqual([]);
  });

  test('modules that read foreign tables declare it, with the reason', () => {
    const found = sources.flatMap((source) => {
      const reads = readByOthers(source).sort();
      return reads.length === 0 ? [] : [{ file: source.path, reads }];
    });
    const declared = READ_MODELS.map(({ file, reads }) => ({ file, reads: [...reads].sort() }));
    expect(found.sort((a, b) => (a.file < b.file ? -1 : 1))).toEqual(declared.sort((a, b) => (a.file < b.file ? -1 : 1)));
    expect(READ_MODELS.filter(({ why }) => why.length < 10)).toEqual([]);
  });
});
