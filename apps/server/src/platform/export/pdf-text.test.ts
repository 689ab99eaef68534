import PDFDocument from 'pdfkit';
import { describe, expect, test, vi } from 'vitest';
import { isolated } from './isolated';
import { createPdfText } from './pdf-text';

function open(language: string) {
  const doc = new PDFDocument({ font: '' });
  const ink = createPdfText(doc, language);
  ink.style({ font: 'regular', size: 8, colour: 'black' });
  const text = vi.spyOn(doc, 'text');
  /** What is drawn, from left to right; the library turns the letters of an Arabic piece itself. */
  const drawn = (line: string): string[] => {
    text.mockClear();
    ink.draw(line, 0, 0);
    return text.mock.calls.map(([piece]) => piece);
  };
  return { ink, drawn };
}

describe('a line of a right-to-left language', () => {
  test('begins at the right, also where another font draws the marks between its words', () => {
    const { drawn } = open('ar');
    expect(drawn('النوع: خصم · السبب: رسوم')).toEqual(['رسوم', ' :', 'السبب', ' ·', 'خصم ', ' :', 'النوع']);
    expect(drawn('النوع: خصم')).toEqual(['خصم', ' :', 'النوع']);
  });

  test('keeps a date with its zone in one piece, behind its label', () => {
    const { drawn } = open('ar');
    const asOf = isolated('2026-11-18 13:17:03 (Asia/Ho_Chi_Minh)');
    expect(drawn(`حتى تاريخ: ${asOf}`)).toEqual(['2026-11-18 13:17:03 (Asia/Ho_Chi_Minh)', ' :', 'حتى تاريخ']);
  });

  test('brackets around Arabic words open to the words', () => {
    expect(open('ar').drawn('رسوم (خصم)')).toEqual(['(', 'خصم', ')', 'رسوم ']);
  });

  test('what keeps its own order does so on every line that it is wrapped into', () => {
    const { ink, drawn } = open('ar');
    const lines = ink.wrapped(`حتى تاريخ: ${isolated('2026-11-18 13:17:03 (Asia/Ho_Chi_Minh)')} خصم`, 110, 9);
    expect(lines.map(drawn)).toEqual([
      ['2026-11-18 13:17:03', ' :', 'حتى تاريخ'],
      ['خصم', ' ', '(Asia/Ho_Chi_Minh)'],
    ]);
  });
});

test('a line of another language is drawn as it is written', () => {
  expect(open('en').drawn(`As of: ${isolated('2026-11-18 (UTC)')}`)).toEqual(['As of: 2026-11-18 (UTC)']);
});
