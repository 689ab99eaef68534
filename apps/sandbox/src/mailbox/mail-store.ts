import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MailboxEntry, mailboxEntrySchema } from '@stablegate/contract';

export type MailStore = {
  add(entry: MailboxEntry): void;
  /** Newest first. */
  list(to?: string): MailboxEntry[];
};

export const MAILS_MAX = 1_000;
const MODE = 0o600; // the mails contain links that open accounts

/** A line torn by a kill is dropped. */
function parseLine(line: string): MailboxEntry[] {
  try {
    return [mailboxEntrySchema.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}

function rewrite(file: string, entries: readonly MailboxEntry[]): void {
  writeFileSync(`${file}.new`, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { mode: MODE });
  renameSync(`${file}.new`, file);
}

/** One line per mail in `mailbox.jsonl`, so that mails survive a restart; the last thousand are kept. */
export function openMailStore(dir: string): MailStore {
  const file = join(dir, 'mailbox.jsonl');
  mkdirSync(dir, { recursive: true });
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  let entries = lines.flatMap(parseLine).slice(-MAILS_MAX);
  rewrite(file, entries);
  let lineCount = entries.length;

  return {
    add: (entry) => {
      appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: MODE });
      entries.push(entry);
      lineCount += 1;
      if (entries.length > MAILS_MAX) entries = entries.slice(-MAILS_MAX);
      if (lineCount >= 2 * MAILS_MAX) {
        rewrite(file, entries);
        lineCount = entries.length;
      }
    },
    list: (to) => {
      const wanted = to?.toLowerCase();
      return entries.filter((entry) => wanted === undefined || wanted === '' || entry.to.toLowerCase() === wanted).reverse();
    },
  };
}
