import { Readable } from 'node:stream';
import type { ExportFormat } from '@stablegate/contract';
import { writeCsv } from './csv-file';
import { type ExportTable, type FileWriter, ONE_PIECE } from './export-table';
import { writePdf } from './pdf-file';
import { writeXlsx } from './xlsx-file';

const FILES: Readonly<Record<ExportFormat, { readonly mediaType: string; readonly write: FileWriter }>> = {
  csv: { mediaType: 'text/csv; charset=utf-8', write: (table) => writeCsv(table) },
  xlsx: { mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: (table) => writeXlsx(table) },
  pdf: { mediaType: 'application/pdf', write: writePdf },
};

export type ExportFile = { readonly mediaType: string; readonly stream: Readable };

/** Rows are read as fast as the stream is consumed; destroying it, as on a client's disconnect, stops the reading. */
export function openExport<Row>(format: ExportFormat, table: ExportTable<Row>, language?: string): ExportFile {
  const { mediaType, write } = FILES[format];
  return { mediaType, stream: Readable.from(write(table, language), ONE_PIECE) };
}
