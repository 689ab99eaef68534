import { formatMicros } from '@stablegate/rules';
import { type ExportColumn, type ExportTable, rowSourceOf } from './export-table';
import { looksLikeFormula } from './formula-guard';
import { createZoneClock, type ZoneClock } from './zone-clock';

/** Without it Excel reads UTF-8 as a legacy code page, and Vietnamese breaks. */
const BYTE_ORDER_MARK = '\uFEFF';
const ROWS_AT_ONCE = 250;

/** The apostrophe marks a cell as text in every spreadsheet. Amounts are our own and stay numbers, negative ones too. */
const guarded = (text: string): string => (looksLikeFormula(text) ? `'${text}` : text);

function cellOf<Row>(column: ExportColumn<Row>, row: Row, clock: ZoneClock): string {
  switch (column.kind) {
    case 'text':
      return guarded(column.value(row) ?? '');
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

/** RFC 4180: comma, CRLF, quotes where needed. Three lines by hand: our cells are single texts, and a library would add its own stream. */
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
const quoted = (cell: string): string => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const lineOf = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

export async function* writeCsv<Row>({ columns, batches, timeZone }: ExportTable<Row>): AsyncGenerator<string> {
  const clock = createZoneClock(timeZone);
  const source = rowSourceOf(batches);
  try {
    yield BYTE_ORDER_MARK + lineOf(columns.map(({ heading }) => guarded(heading)));
    for (let rows = await source.take(ROWS_AT_ONCE); rows.length > 0; rows = await source.take(ROWS_AT_ONCE)) {
      yield rows.map((row) => lineOf(columns.map((column) => cellOf(column, row, clock)))).join('');
    }
  } finally {
    await source.close();
  }
}
