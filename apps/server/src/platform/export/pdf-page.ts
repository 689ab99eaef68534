import PDFDocument from 'pdfkit';
import type { ExportColumn, ExportTable } from './export-table';
import { type FontName, pdfFont } from './pdf-font';

const MARGIN = 36;
const ROW_HEIGHT = 17;
const TYPE = { title: 16, body: 8.5, caption: 8 };
const INK = { text: '#151a1c', muted: '#535b5f', line: '#dce0e2', ground: '#f5f7f8' };
const CELL_GAP = 8;

type Ruler = { widthOf(text: string): number; fitted(text: string, width: number): string };

/** In the current font. Measures by letter, of which there are few: the library would lay out, and cache forever, every cell's text. */
function createRuler(doc: PDFKit.PDFDocument): Ruler {
  const widths = new Map<string, number>();
  const letterWidth = (letter: string): number => {
    const known = widths.get(letter);
    if (known !== undefined) return known;
    const width = doc.widthOfString(letter);
    widths.set(letter, width);
    return width;
  };
  const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + letterWidth(letter), 0);
  const fitted = (text: string, width: number): string => {
    if (widthOf(text) <= width) return text;
    let room = width - letterWidth('…');
    const kept = [...text].filter((letter) => {
      room -= letterWidth(letter);
      return room >= 0;
    });
    return `${kept.join('')}…`;
  };
  return { widthOf, fitted };
}

type Place = { readonly x: number; readonly width: number; readonly align: 'left' | 'right' };

export type PdfPage = {
  readonly doc: PDFKit.PDFDocument;
  row(cells: readonly string[]): void;
  note(text: string): void;
};

/** Amounts are right-aligned. */
function placesOf<Row>(columns: readonly ExportColumn<Row>[], room: number): Place[] {
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  let x = MARGIN;
  return columns.map(({ width, kind }) => {
    const share = (room * width) / total;
    const place: Place = { x, width: share - CELL_GAP, align: kind === 'amount' ? 'right' : 'left' };
    x += share;
    return place;
  });
}

/** A4 landscape: title, then rows under headings repeated on every page. Text stays searchable and can be copied. */
export function openPage<Row>({ title, subtitle, columns, texts }: ExportTable<Row>): PdfPage {
  const doc = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: MARGIN,
    info: { Title: title, Creator: 'Stablegate' },
    font: '', // not one of the standard fonts
    fontLayoutCache: false,
  });
  doc.registerFont('regular', pdfFont('regular')).registerFont('medium', pdfFont('medium'));
  const right = doc.page.width - MARGIN;
  const bottom = doc.page.height - MARGIN - ROW_HEIGHT;
  const rulers = new Map<string, Ruler>();
  let ruler = createRuler(doc);
  const style = (font: FontName, size: number, colour: string) => {
    doc.font(font, size).fillColor(colour);
    ruler = rulers.get(`${font} ${size}`) ?? createRuler(doc);
    rulers.set(`${font} ${size}`, ruler);
  };
  const places = placesOf(columns, right - MARGIN);
  let y = MARGIN;
  let number = 0;

  const write = (text: string, { x, width, align }: Place, at: number) => {
    const shown = ruler.fitted(text.normalize('NFC'), width); // one glyph per letter: shaping is removed
    doc.text(shown, align === 'left' ? x : x + width - ruler.widthOf(shown), at, { lineBreak: false });
  };
  const line = () => doc.moveTo(MARGIN, y).lineTo(right, y).lineWidth(0.5).stroke(INK.line);
  const cells = (values: readonly string[]) => {
    for (const [index, place] of places.entries()) write(values[index] ?? '', place, y + 4);
    y += ROW_HEIGHT;
    line();
  };
  const openNext = () => {
    number += 1;
    style('regular', TYPE.caption, INK.muted);
    write(texts.page(number), { x: MARGIN, width: right - MARGIN, align: 'right' }, doc.page.height - MARGIN - 8);
    doc.rect(MARGIN, y, right - MARGIN, ROW_HEIGHT).fill(INK.ground);
    style('medium', TYPE.caption, INK.muted);
    cells(columns.map(({ heading }) => heading));
    style('regular', TYPE.body, INK.text);
  };

  style('medium', TYPE.title, INK.text);
  write(title, { x: MARGIN, width: right - MARGIN, align: 'left' }, y);
  style('regular', TYPE.body, INK.muted);
  write(subtitle, { x: MARGIN, width: right - MARGIN, align: 'left' }, y + 24);
  y += 44;
  openNext();
  return {
    doc,
    row: (values) => {
      if (y + ROW_HEIGHT > bottom) {
        doc.addPage();
        y = MARGIN;
        openNext();
      }
      cells(values);
    },
    note: (text) => {
      style('regular', TYPE.body, INK.muted);
      write(text, { x: MARGIN, width: right - MARGIN, align: 'left' }, y + 6);
    },
  };
}
