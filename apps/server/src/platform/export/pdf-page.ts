import PDFDocument from 'pdfkit';
import type { ExportColumn, ExportTable } from './export-table';
import { createPdfText, type PdfStyle, type PdfText } from './pdf-text';

const MARGIN = 36;
const LINE_HEIGHT = 11;
const ROW_PADDING = 6;
const INK = { text: '#151a1c', muted: '#535b5f', line: '#dce0e2', ground: '#f5f7f8' };
const CELL_GAP = 8;
/** An id or a name of 255 letters; no text makes a row taller than a page. */
const LINES_MAX = 12;
const LABEL_WIDTH = 200;
const AMOUNT_WIDTH = 110;
const STYLES = {
  title: { font: 'medium', size: 16, colour: INK.text },
  body: { font: 'regular', size: 8.5, colour: INK.text },
  muted: { font: 'regular', size: 8.5, colour: INK.muted },
  heading: { font: 'medium', size: 8, colour: INK.muted },
  strong: { font: 'medium', size: 8.5, colour: INK.text },
  caption: { font: 'regular', size: 8, colour: INK.muted },
} as const satisfies Record<string, PdfStyle>;

type Place = { readonly x: number; readonly width: number; readonly align: 'left' | 'right' };

export type PdfPage = {
  readonly doc: PDFKit.PDFDocument;
  row(cells: readonly string[]): void;
  note(text: string): void;
};

/** Amounts are at the end of their column. In a right-to-left language the first column is the rightmost. */
function placesOf<Row>(columns: readonly ExportColumn<Row>[], pageWidth: number, isRtl: boolean): Place[] {
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  const room = pageWidth - 2 * MARGIN;
  let x = MARGIN;
  return columns.map(({ width, kind }) => {
    const share = (room * width) / total;
    const place = { x, width: share - CELL_GAP, isEnd: kind === 'amount' };
    x += share;
    const left = isRtl ? pageWidth - place.x - place.width : place.x;
    return { x: left, width: place.width, align: place.isEnd === isRtl ? 'left' : 'right' };
  });
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

/** A4 landscape: title, summary, then rows under headings repeated on every page. Text stays searchable and can be copied. */
export function openPage<Row>({ title, subtitle, summary = [], columns, texts }: ExportTable<Row>, language: string): PdfPage {
  const doc = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: MARGIN,
    info: { Title: title, Creator: 'Stablegate' },
    lang: language,
    font: '', // not one of the standard fonts
    fontLayoutCache: false,
  });
  const pageWidth = doc.page.width;
  const right = pageWidth - MARGIN;
  const bottom = doc.page.height - MARGIN - LINE_HEIGHT - ROW_PADDING;
  const ink = createPdfText(doc, language);
  const places = placesOf(columns, pageWidth, ink.isRtl);
  const whole: Place = { x: MARGIN, width: right - MARGIN, align: ink.isRtl ? 'right' : 'left' };
  let y = MARGIN;
  let number = 0;

  const write = (text: string, { x, width, align }: Place, at: number) =>
    ink.draw(text, align === 'left' ? x : x + width - ink.widthOf(text), at);
  const paragraph = (text: string, place: Place = whole) => {
    const lines = ink.wrapped(text, place.width, LINES_MAX);
    for (const [index, line] of lines.entries()) write(line, place, y + index * (LINE_HEIGHT + 1));
    y += lines.length * (LINE_HEIGHT + 1);
  };
  const cells = (values: readonly string[], ground?: string) => {
    const wrapped = places.map(({ width }, index) => ink.wrapped(values[index] ?? '', width, LINES_MAX));
    const height = Math.max(...wrapped.map(({ length }) => length)) * LINE_HEIGHT + ROW_PADDING;
    if (ground === undefined && y + height > bottom) openNext(true);
    if (ground !== undefined) doc.rect(MARGIN, y, right - MARGIN, height).fill(ground);
    for (const [index, place] of places.entries()) {
      for (const [nth, line] of (wrapped[index] ?? []).entries()) write(line, place, y + 4 + nth * LINE_HEIGHT);
    }
    y += height;
    doc.moveTo(MARGIN, y).lineTo(right, y).lineWidth(0.5).stroke(INK.line);
  };
  function openNext(isNew: boolean): void {
    if (isNew) doc.addPage();
    if (isNew) y = MARGIN;
    number += 1;
    ink.style(STYLES.caption);
    write(texts.page(number), { ...whole, align: ink.isRtl ? 'left' : 'right' }, doc.page.height - MARGIN - 8);
    ink.style(STYLES.heading);
    cells(
      columns.map(({ heading }) => heading),
      INK.ground,
    );
    ink.style(STYLES.body);
  }
  ink.style(STYLES.title);
  write(ink.wrapped(title, whole.width, 1)[0] ?? '', whole, y);
  y += 24;
  ink.style(STYLES.muted);
  paragraph(subtitle);
  y += 8;
  y = drawSums(ink, summary, { y, right });
  openNext(false);
  return {
    doc,
    row: (values) => cells(values),
    note: (text) => {
      ink.style(STYLES.muted);
      y += 6;
      paragraph(text);
    },
  };
}
