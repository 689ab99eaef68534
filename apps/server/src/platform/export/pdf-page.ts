import PDFDocument from 'pdfkit';
import type { ExportColumn, ExportSection, ExportTable } from './export-table';
import { createPdfText, type PdfStyle, type PdfText } from './pdf-text';

const MARGIN = 36;
const LINE_HEIGHT = 11;
const ROW_PADDING = 6;
const INK = { text: '#151a1c', muted: '#535b5f', line: '#dce0e2', ground: '#f5f7f8' };
const CELL_GAP = 8;
/** Title, text, headings and a row: less room than that begins a new page. */
const SECTION_ROOM = 90;
/** An id or a name of 255 letters; no text makes a row taller than a page. */
const LINES_MAX = 12;
const LABEL_WIDTH = 200;
const AMOUNT_WIDTH = 110;
/** Hundreds of thousands, in the font's widest figure: in the size of the other cells. Larger ones are smaller, tens of millions 7 points. */
const LARGE_AMOUNT = '-000000.000000';
/** Of a point. */
const SIZE_STEPS = 4;
const STYLES = {
  title: { font: 'medium', size: 16, colour: INK.text },
  body: { font: 'regular', size: 8.5, colour: INK.text },
  muted: { font: 'regular', size: 8.5, colour: INK.muted },
  heading: { font: 'medium', size: 8, colour: INK.muted },
  strong: { font: 'medium', size: 8.5, colour: INK.text },
  caption: { font: 'regular', size: 8, colour: INK.muted },
} as const satisfies Record<string, PdfStyle>;

type Place = { readonly x: number; readonly width: number; readonly align: 'left' | 'right' };

export type PdfPage<Row> = {
  readonly doc: PDFKit.PDFDocument;
  /** The rows that follow are another table's. */
  begin(section: ExportSection<Row>): void;
  row(cells: readonly string[]): void;
  note(text: string): void;
};

/** Room that each column gets: its share of the page, and amounts enough for a large one, though together at most half of it. */
function sharesOf<Row>(columns: readonly ExportColumn<Row>[], room: number, ink: PdfText): number[] {
  const isAmount = ({ kind }: ExportColumn<Row>): boolean => kind === 'amount';
  const sum = (some: readonly ExportColumn<Row>[]): number => some.reduce((width, column) => width + column.width, 0);
  ink.style(STYLES.body);
  const needed = Math.min(ink.widthOf(LARGE_AMOUNT) + CELL_GAP, room / 2 / columns.filter(isAmount).length);
  const ofAmount = ({ width }: ExportColumn<Row>): number => Math.max((room * width) / sum(columns), needed);
  const left = room - columns.filter(isAmount).reduce((taken, column) => taken + ofAmount(column), 0);
  const others = sum(columns.filter((column) => !isAmount(column)));
  return columns.map((column) => (isAmount(column) ? ofAmount(column) : (left * column.width) / others));
}

/** Amounts are at the end of their column. In a right-to-left language the first column is the rightmost. */
function placesOf<Row>(columns: readonly ExportColumn<Row>[], pageWidth: number, ink: PdfText): Place[] {
  const shares = sharesOf(columns, pageWidth - 2 * MARGIN, ink);
  let x = MARGIN;
  return columns.map(({ kind }, index) => {
    const share = shares[index] ?? 0;
    const place = { x, width: share - CELL_GAP, isEnd: kind === 'amount' };
    x += share;
    const left = ink.isRtl ? pageWidth - place.x - place.width : place.x;
    return { x: left, width: place.width, align: place.isEnd === ink.isRtl ? 'left' : 'right' };
  });
}

type Cell = { readonly lines: readonly string[]; readonly style: PdfStyle };

/** A number that does not fit its place is written smaller: half a number reads as another number. */
function cellOf(ink: PdfText, style: PdfStyle, { text, width, isWhole }: { text: string; width: number; isWhole: boolean }): Cell {
  if (!isWhole) return { lines: ink.wrapped(text, width, LINES_MAX), style };
  const whole = ink.widthOf(text);
  // In steps, since the width of every letter is kept per size.
  const size = Math.floor((style.size * width * SIZE_STEPS) / whole) / SIZE_STEPS;
  return { lines: [text], style: whole <= width ? style : { ...style, size } };
}

type Summary = NonNullable<ExportTable<unknown>['summary']>;

/** Labels and amounts beside each other at the beginning of the line; returns where the next thing begins. */
function drawSums(ink: PdfText, summary: Summary, { y, right }: { y: number; right: number }): number {
  if (summary.length === 0) return y;
  let at = y;
  for (const { label, value, isTotal } of summary) {
    ink.style(isTotal === true ? STYLES.strong : STYLES.body);
    const lines = ink.wrapped(label, LABEL_WIDTH, LINES_MAX);
    for (const [index, line] of lines.entries()) {
      ink.draw(line, ink.isRtl ? right - ink.widthOf(line) : MARGIN, at + index * LINE_HEIGHT);
    }
    const valueEnd = LABEL_WIDTH + AMOUNT_WIDTH;
    ink.draw(value, ink.isRtl ? right - valueEnd : MARGIN + valueEnd - ink.widthOf(value), at);
    at += lines.length * LINE_HEIGHT + 2;
  }
  return at + 10;
}

const openDocument = (title: string, language: string) =>
  new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: MARGIN,
    info: { Title: title, Creator: 'Stablegate' },
    lang: language,
    font: '', // not one of the standard fonts
    fontLayoutCache: false,
  });

/** The page that is written on, and how far down. */
function openSheet(doc: PDFKit.PDFDocument, ink: PdfText, pageText: (number: number) => string) {
  const right = doc.page.width - MARGIN;
  const whole: Place = { x: MARGIN, width: right - MARGIN, align: ink.isRtl ? 'right' : 'left' };
  let number = 0;
  const sheet = {
    y: MARGIN,
    right,
    bottom: doc.page.height - MARGIN - LINE_HEIGHT - ROW_PADDING,
    write: (text: string, { x, width, align }: Place, at: number) =>
      ink.draw(text, align === 'left' ? x : x + width - ink.widthOf(text), at),
    cell: ({ lines, style }: Cell, place: Place, usual: PdfStyle) => {
      if (style !== usual) ink.style(style);
      const top = sheet.y + 4 + (usual.size - style.size); // on the line of the others
      for (const [nth, line] of lines.entries()) sheet.write(line, place, top + nth * LINE_HEIGHT);
      if (style !== usual) ink.style(usual);
    },
    title: (text: string) => sheet.write(ink.wrapped(text, whole.width, 1)[0] ?? '', whole, sheet.y),
    paragraph: (text: string) => {
      const lines = ink.wrapped(text, whole.width, LINES_MAX);
      for (const [index, line] of lines.entries()) sheet.write(line, whole, sheet.y + index * (LINE_HEIGHT + 1));
      sheet.y += lines.length * (LINE_HEIGHT + 1);
    },
    numberPage: () => {
      number += 1;
      ink.style(STYLES.caption);
      sheet.write(pageText(number), { ...whole, align: ink.isRtl ? 'left' : 'right' }, doc.page.height - MARGIN - 8);
    },
    next: () => {
      doc.addPage();
      sheet.y = MARGIN;
      sheet.numberPage();
    },
  };
  return sheet;
}

/** A4 landscape: title, summary, then rows under headings repeated on every page. Text stays searchable and can be copied. */
export function openPage<Row>(table: ExportTable<Row>, language: string): PdfPage<Row> {
  const { title, subtitle, summary = [], texts } = table;
  const doc = openDocument(title, language);
  const ink = createPdfText(doc, language);
  const sheet = openSheet(doc, ink, texts.page);
  const { right, bottom } = sheet;
  let columns: readonly ExportColumn<Row>[] = [];
  let places: Place[] = [];

  const cells = (values: readonly string[], ground?: string) => {
    const style = ground === undefined ? STYLES.body : STYLES.heading;
    const isWhole = (index: number) => ground === undefined && columns[index]?.kind === 'amount';
    const drawn = places.map(({ width }, index) => cellOf(ink, style, { text: values[index] ?? '', width, isWhole: isWhole(index) }));
    const height = Math.max(...drawn.map(({ lines }) => lines.length)) * LINE_HEIGHT + ROW_PADDING;
    if (ground === undefined && sheet.y + height > bottom) {
      sheet.next();
      headings();
    }
    if (ground !== undefined) doc.rect(MARGIN, sheet.y, right - MARGIN, height).fill(ground);
    for (const [index, cell] of drawn.entries()) sheet.cell(cell, places[index] as Place, style);
    sheet.y += height;
    doc.moveTo(MARGIN, sheet.y).lineTo(right, sheet.y).lineWidth(0.5).stroke(INK.line);
  };
  function headings(): void {
    ink.style(STYLES.heading);
    cells(
      columns.map(({ heading }) => heading),
      INK.ground,
    );
    ink.style(STYLES.body);
  }
  function begin(section: ExportSection<Row>): void {
    ({ columns } = section);
    places = placesOf(columns, doc.page.width, ink);
    headings();
  }
  ink.style(STYLES.title);
  sheet.title(title);
  sheet.y += 24;
  ink.style(STYLES.muted);
  sheet.paragraph(subtitle);
  sheet.y = drawSums(ink, summary, { y: sheet.y + 8, right });
  sheet.numberPage();
  begin(table);
  return {
    doc,
    begin: (section) => {
      if (sheet.y + SECTION_ROOM > bottom) sheet.next();
      else sheet.y += 2 * LINE_HEIGHT;
      ink.style(STYLES.strong);
      sheet.paragraph(section.title);
      ink.style(STYLES.muted);
      sheet.paragraph(section.subtitle);
      sheet.y += ROW_PADDING;
      begin(section);
    },
    row: (values) => cells(values),
    note: (text) => {
      ink.style(STYLES.muted);
      sheet.y += 6;
      sheet.paragraph(text);
    },
  };
}
