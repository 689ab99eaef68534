import { resolve } from 'node:path';
import { archiveAttempts } from '../modules/callbacks/archive/archive-attempts';
import { say, withDatabase } from './command-line';
import type { NodeCommand } from './nodes';

export const ARCHIVE_COMMAND: NodeCommand = {
  takes: '<folder>',
  does: 'move callback attempts older than 90 days to a file there, in batches; safe to repeat',
  run: async ([folder]) => {
    if (folder === undefined) return { lines: ['npm run admin -- archive <folder>'], isWrong: true };
    const { rows, file } = await withDatabase('stablegate-archive', (db) =>
      archiveAttempts(db, resolve(folder), (done) => say(`${done} attempts`)),
    );
    return { lines: [rows === 0 ? 'Nothing is older than 90 days.' : `${rows} attempts are in ${file}.`], isWrong: false };
  },
};
