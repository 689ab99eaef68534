import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export type Source = { readonly path: string; readonly text: string; readonly lines: readonly string[] };

/** Every file of the repository, including uncommitted ones, except those git ignores. */
export function listFiles(pattern: RegExp): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\n')
    .filter((path) => pattern.test(path) && existsSync(join(root, path)));
}

export function readSources(pattern: RegExp): Source[] {
  return listFiles(pattern).map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return { path, text, lines: text.split('\n') };
  });
}

const GENERATED_OR_TEST = /\.generated\.ts$|\.test\.tsx?$|\.spec\.ts$|\.d\.ts$|\/test\/|^tests\//;

/** Hand-written code that ships. */
export const productSources = (): Source[] =>
  readSources(/^(apps|packages)\/[^/]+\/(src|tools|vite)\/.*\.tsx?$/).filter(({ path }) => !GENERATED_OR_TEST.test(path));

/** A line may justify an exception: `// tidy-allow: the reason`. */
export function findLines(sources: readonly Source[], pattern: RegExp): string[] {
  return sources.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => (pattern.test(line) && !/tidy-allow: \S/.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
}
