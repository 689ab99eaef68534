import { resolve } from 'node:path';
import { ATTEMPTS_KEPT_DAYS, OLD_ATTEMPTS } from '../modules/callbacks/archive/archive-attempts';
import { archiveTable } from '../platform/archive/archive-parts';
import { EVENTS_KEPT_DAYS, OLD_EVENTS } from '../platform/events/archive-events';
import { say, withOwnedDatabase } from './command-line';
import type { NodeCommand } from './nodes';

const SOURCES = [
  { what: 'callback attempts', table: OLD_ATTEMPTS },
  { what: 'events', table: OLD_EVENTS },
] as const;

export const ARCHIVE_COMMAND: NodeCommand = {
  takes: '<folder>',
  does: `move callback attempts older than ${ATTEMPTS_KEPT_DAYS} days and events older than ${EVENTS_KEPT_DAYS} to files there, one per month; safe to repeat`,
  run: async ([folder]) => {
    if (folder === undefined) return { lines: ['npm run admin -- archive <folder>'], isWrong: true };
    return withOwnedDatabase('stablegate-archive', async (db) => {
      const lines: string[] = [];
      let isWrong = false;
      for (const { what, table } of SOURCES) {
        try {
          const { rows, files } = await archiveTable(db, table, resolve(folder), (count) => say(`${count} ${what}`));
          lines.push(rows === 0 ? `No ${what} are older than ${table.keptDays} days.` : `${rows} ${what} are in ${files.join(', ')}.`);
        } catch (error) {
          isWrong = true; // the others are archived all the same
          lines.push(`Not all ${what} were archived: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      return { lines, isWrong };
    });
  },
};
