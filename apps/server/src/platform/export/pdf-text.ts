import { directionOf } from '@stablegate/rules';
import createBidi from 'bidi-js';
import { type AnyFontName, type FontName, fallbackFonts, isShaped, pdfFont } from './pdf-font';

/** A piece of text in one font and one direction. */
type Run = { readonly font: AnyFontName; readonly text: string };
/** Text of one embedding level: an odd one is read from right to left. */
type Level = { readonly level: number; text: string };
export type PdfStyle = { readonly font: FontName; readonly size: number; readonly colour: string };

export type PdfText = {
  readonly isRtl: boolean;
  style(style: PdfStyle): void;
  widthOf(text: string): number;
  /** As many lines as the width needs, up to the maximum; the last one says by an ellipsis that more is missing. */
  wrapped(text: string, width: number, linesMax: number): string[];
  draw(text: string, x: number, y: number): void;
};

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
/** They have done their work once the order is known, and have no glyph. */
const DIRECTION_MARKS = /[\u200E\u200F\u2066-\u2069]/g;
const END_OF_ISOLATE = '\u2069';
const bidi = createBidi();
/** Of Geist, in parts of the size: letters of other fonts stand on the same line. */
const ASCENT = 1.005;
/** Letters, and the shaped words that repeat in every row. */
const WIDTHS_MAX = 20_000;

/** Logical text cut into runs of one level, in the order in which they are seen from left to right (UAX 9, rule L2). */
function visualRuns(text: string, isRtl: boolean): Level[] {
  if (!RIGHT_TO_LEFT.test(text)) return [{ level: 0, text }]; // amounts, times and ids read as they do everywhere
  const { levels } = bidi.getEmbeddingLevels(text, isRtl ? 'rtl' : 'ltr');
  const runs: Level[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const level = levels[index] ?? 0;
    const letter = text.charAt(index);
    const shown = level % 2 === 1 ? (bidi.getMirroredCharacter(letter) ?? letter) : letter;
    const last = runs.at(-1);
    if (last?.level === level) last.text += shown;
    else runs.push({ level, text: shown });
  }
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) reverseFrom(runs, level);
  return runs;
}

function reverseFrom(runs: Level[], level: number): void {
  for (let first = 0; first < runs.length; first += 1) {
    let end = first;
    while ((runs[end]?.level ?? -1) >= level) end += 1;
    if (end === first) continue;
    runs.splice(first, end - first, ...runs.slice(first, end).reverse());
    first = end;
  }
}

/** Given features, the library shapes a run as a whole; without, it lays out word by word and loses the order of Arabic ones. */
const optionsOf = (font: AnyFontName): { features?: PDFKit.Mixins.OpenTypeFeatures[] } => (isShaped(font) ? { features: [] } : {});

/** Read from right to left. Letters that are shaped the library turns itself; the marks between them are of another font. */
const turned = ({ font, text }: Run): Run => ({ font, text: isShaped(font) ? text : [...text].reverse().join('') });

/** Texts of any language in a document: each letter in the first font that has it, right-to-left text in its order. */
export function createPdfText(doc: PDFKit.PDFDocument, language: string): PdfText {
  const isRtl = directionOf(language) === 'rtl';
  const registered = new Set<AnyFontName>();
  const widths = new Map<string, number>();
  let current: PdfStyle = { font: 'regular', size: 8, colour: '' };
  const use = (font: AnyFontName): void => {
    if (!registered.has(font)) doc.registerFont(font, pdfFont(font));
    registered.add(font);
    doc.font(font, current.size);
  };
  const fontOf = createFontChoice(doc, language, use);

  function inFonts(text: string): Run[] {
    const runs: { font: AnyFontName; text: string }[] = [];
    for (const letter of text) {
      const last = runs.at(-1);
      const isBlank = letter === ' ' && last !== undefined; // words of one script stay one run, so that they are shaped together
      const font = isBlank ? last.font : fontOf(letter, current.font);
      if (last?.font === font) last.text += letter;
      else runs.push({ font, text: letter });
    }
    return runs;
  }
  const runsOf = (text: string): Run[] =>
    visualRuns(text.normalize('NFC'), isRtl).flatMap((run) => {
      const runs = inFonts(run.text.replace(DIRECTION_MARKS, ''));
      return run.level % 2 === 1 ? runs.reverse().map(turned) : runs;
    });
  const measured = (font: AnyFontName, text: string): number => {
    const key = `${font} ${current.size} ${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    use(font);
    const width = doc.widthOfString(text, optionsOf(font));
    if (widths.size >= WIDTHS_MAX) widths.clear();
    widths.set(key, width);
    return width;
  };
  // Measured by letter, of which there are few: the library would lay out, and cache forever, every cell's text.
  const widthOfRun = ({ font, text }: Run): number =>
    isShaped(font) ? measured(font, text) : [...text].reduce((sum, letter) => sum + measured(font, letter), 0);
  const widthOf = (text: string): number => runsOf(text).reduce((sum, run) => sum + widthOfRun(run), 0);

  return {
    isRtl,
    style: (style) => {
      current = style;
      use(style.font);
      doc.fillColor(style.colour);
    },
    widthOf,
    wrapped: (text, width, linesMax) => isolatedByLine(wrap(text, width, linesMax, widthOf)),
    draw: (text, x, y) => {
      let left = x;
      for (const run of runsOf(text)) {
        use(run.font);
        doc
          .fillColor(current.colour)
          .text(run.text, left, y + current.size * ASCENT, { lineBreak: false, baseline: 'alphabetic', ...optionsOf(run.font) });
        left += widthOfRun(run);
      }
      use(current.font);
    },
  };
}

type FontChoice = (letter: string, own: FontName) => AnyFontName;
/** What the library keeps of an open font; its types leave it out. */
type OpenFont = { font: { hasGlyphForCodePoint(code: number): boolean } };

function createFontChoice(doc: PDFKit.PDFDocument, language: string, use: (font: AnyFontName) => void): FontChoice {
  const known = new Map<string, AnyFontName>();
  const has = (font: AnyFontName, letter: string): boolean => {
    use(font);
    return (doc as unknown as { _font: OpenFont })._font.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
  };
  return (letter, own) => {
    const key = `${own} ${letter}`;
    const font = known.get(key) ?? [own, ...fallbackFonts(language)].find((name) => has(name, letter)) ?? own;
    known.set(key, font);
    return font;
  };
}

/** A part with an order of its own that goes on in the next line is ended here and begun there anew. */
function isolatedByLine(lines: readonly string[]): string[] {
  let open: readonly string[] = [];
  return lines.map((line) => {
    const before = open.join('');
    for (const mark of line.match(/[\u2066-\u2069]/g) ?? []) open = mark === END_OF_ISOLATE ? open.slice(0, -1) : [...open, mark];
    return `${before}${line}${END_OF_ISOLATE.repeat(open.length)}`;
  });
}

/** Breaks after blanks and hyphens; a word that is wider than the line, as an id is, breaks anywhere. */
function wrap(text: string, width: number, linesMax: number, widthOf: (text: string) => number): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=[\s-])/)) {
    for (const piece of widthOf(word.trimEnd()) <= width ? [word] : [...word]) {
      if (line !== '' && widthOf((line + piece).trimEnd()) > width) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += piece;
    }
  }
  if (line !== '') lines.push(line.trimEnd());
  if (lines.length <= linesMax) return lines;
  const kept = lines.slice(0, linesMax);
  let last = [...(kept[linesMax - 1] ?? '')];
  while (last.length > 0 && widthOf(`${last.join('')}…`) > width) last = last.slice(0, -1);
  return [...kept.slice(0, -1), `${last.join('')}…`];
}
