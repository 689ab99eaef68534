import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Gzipped bytes of script that an entry may load before it can render: itself and all static imports. */
export type SizeBudget = Readonly<Record<string, number>>;

/** A build over its budget fails. */
export const sizeBudget = (budget: SizeBudget): Plugin => ({
  name: 'size-budget',
  apply: 'build',
  generateBundle(_options, bundle) {
    const sizeOf = (fileName: string, seen: Set<string>): number => {
      const chunk = bundle[fileName];
      if (chunk?.type !== 'chunk' || seen.has(fileName)) return 0;
      seen.add(fileName);
      return chunk.imports.reduce((sum, each) => sum + sizeOf(each, seen), gzipSync(chunk.code).length);
    };
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !chunk.isEntry) continue;
      const bytesMax = budget[chunk.name];
      const bytes = sizeOf(chunk.fileName, new Set());
      if (bytesMax === undefined) this.error(`the entry ${chunk.name} has no size budget`);
      if (bytes > bytesMax) this.error(`${chunk.name} loads ${bytes} bytes of gzipped script at once, more than its budget of ${bytesMax}`);
    }
  },
});
