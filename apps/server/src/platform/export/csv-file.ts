import { formatMicros } from '@stablegate/rules';
import { type ExportColumn, type ExportTable, rowSourceOf } from './export-table';
import { guardFormulas } from './formula-guard';
import { createZoneClock, type ZoneClock } from './zone-clock';

/** Without it Excel reads UTF-8 as a legacy code page, and Vietnamese breaks. */
const BYTE_ORDER_MARK = '\uFEFF';
const ROWS_AT_ONCE = 250;

function cellOf<Row>(column: ExportColumn<Row>, row: Row, clock: ZoneClock): string {
  switch (column.kind) {
    case 'text':
      return guardFormulas(column.value(row) ?? '');
    // Our own, and a number, also below zero.
    case 'amount': {
      const micros = column.value(row);
      return micros === undefined ? '' : formatMicros(micros);
    }
    case 'time': {
      const at = column.value(row);
      return at === undefined ? '' : clock.iso(at);
    }
  }
}

/** RFC 4180: comma, CRLF, quotes where needed, also for the separators of other spreadsheets. Three lines by hand: our cells are single texts, and a library would add its own stream. */
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;
const quoted = (cell: string): string => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const lineOf = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

export async function* writeCsv<Row>({ columns, batches, timeZone }: ExportTable<Row>): AsyncGenerator<string> {
  const clock = createZoneClock(timeZone);
  const source = rowSourceOf(batches);
  try {
    yield BYTE_ORDER_MARK + lineOf(columns.map(({ heading }) => guardFormulas(heading)));
    for (let rows = await source.take(ROWS_AT_ONCE); rows.length > 0; rows = await source.take(ROWS_AT_ONCE)) {
      yield rows.map((row) => lineOf(columns.map((column) => cellOf(column, row, clock)))).join('');
    }
  } finally {
    await source.close();
  }
}
