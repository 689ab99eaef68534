import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatMicros } from '@stablegate/rules';
import { type ExportColumn, type ExportSection, type ExportTable, rowSourceOf } from './export-table';
import { createZoneClock, type ZoneClock } from './zone-clock';

/** About 350 pages. A page costs far more than its rows in a spreadsheet, and viewers grow slow; the file mentions the limit. */
const PDF_ROWS_MAX = 10_000;
/** Rendering is CPU-bound: after this many rows, about 10 ms, it yields. */
const ROWS_AT_ONCE = 25;

function cellOf<Row>(column: ExportColumn<Row>, row: Row, clock: ZoneClock): string {
  switch (column.kind) {
    case 'text':
      return column.value(row) ?? '';
    case 'amount': {
      const micros = column.value(row);
      return micros === undefined ? '' : formatMicros(micros);
    }
    case 'time': {
      const at = column.value(row);
      return at === undefined ? '' : clock.plain(at);
    }
  }
}

/** The reader's own digits and separators; a language that the runtime does not know is written as English. */
function countIn(language: string, count: number): string {
  try {
    return new Intl.NumberFormat(language).format(count);
  } catch {
    return new Intl.NumberFormat('en').format(count);
  }
}

export async function* writePdf<Row>(table: ExportTable<Row>, language = 'en', rowsMax = PDF_ROWS_MAX): AsyncGenerator<Uint8Array> {
  const { openPage } = await import('./pdf-page'); // the library takes as long to load as the rest of the platform: only for a PDF
  const { below, timeZone, texts } = table;
  const clock = createZoneClock(timeZone);
  const page = openPage(table, language);
  let free = rowsMax;
  // A page is rendered only once finished ones have been consumed, so that a slow reader slows the rendering down.
  function* finished(): Generator<Uint8Array> {
    for (let chunk = page.doc.read() as Uint8Array | null; chunk !== null; chunk = page.doc.read() as Uint8Array | null) yield chunk;
  }
  async function* section({ columns, batches }: ExportSection<Row>, begin?: () => void): AsyncGenerator<Uint8Array> {
    const source = rowSourceOf(batches);
    const next = () => source.take(Math.min(ROWS_AT_ONCE, Math.max(free, 1)));
    try {
      let rows = await next();
      if (rows.length > 0) begin?.();
      while (rows.length > 0 && free > 0) {
        for (const row of rows) page.row(columns.map((column) => cellOf(column, row, clock)));
        free -= rows.length;
        await nextTurn();
        yield* finished();
        rows = await next();
      }
      if (rows.length > 0) page.note(texts.cut(countIn(language, rowsMax)));
    } finally {
      await source.close();
    }
  }
  yield* section(table);
  if (below !== undefined) yield* section(below, () => page.begin(below));
  page.doc.end();
  for await (const chunk of page.doc) yield chunk as Uint8Array;
}
