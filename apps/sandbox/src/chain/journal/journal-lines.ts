import { crc32 } from 'node:zlib';
import type { BlockRun } from './block-run';

/** First line of a journal: what the genesis block depends on. */
export type JournalHeader = { readonly version: 1; readonly chainId: number; readonly genesisTime: number };

/** One change of the chain: in the journal completely or not at all. */
export type JournalRecord = { readonly runs: readonly BlockRun[]; readonly timeOffsetSeconds?: number };

const CHECKSUM_LENGTH = 8;

const checksum = (json: string): string => crc32(json).toString(16).padStart(CHECKSUM_LENGTH, '0');

export function encodeLine(value: object): string {
  const json = JSON.stringify(value);
  return `${checksum(json)} ${json}\n`;
}

function decodeLine(line: string): unknown {
  const json = line.slice(CHECKSUM_LENGTH + 1);
  return line.slice(0, CHECKSUM_LENGTH) === checksum(json) ? JSON.parse(json) : undefined;
}

type DecodedLines = {
  readonly values: readonly unknown[];
  /** Length of the intact part; what follows is a torn record. */
  readonly wholeBytes: number;
};

/** Parses lines. A broken last one was never acknowledged and is dropped; a broken line before an intact one is damage. */
export function decodeLines(content: string): DecodedLines {
  const lines = content.split('\n');
  lines.pop(); // either empty, or torn off before its newline
  const values = lines.map(decodeLine);
  const broken = values.indexOf(undefined);
  if (broken >= 0 && values.slice(broken).some((value) => value !== undefined)) throw new Error(`line ${broken + 1} is damaged`);
  const whole = broken >= 0 ? broken : values.length;
  const wholeBytes = lines.slice(0, whole).reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
  return { values: values.slice(0, whole), wholeBytes };
}

export type DecodedJournal = { readonly header?: JournalHeader; readonly records: readonly JournalRecord[]; readonly wholeBytes: number };

export function decodeJournal(content: string): DecodedJournal {
  const { values, wholeBytes } = decodeLines(content);
  const [header, ...records] = values as [JournalHeader?, ...JournalRecord[]];
  return { ...(header && { header }), records, wholeBytes };
}
