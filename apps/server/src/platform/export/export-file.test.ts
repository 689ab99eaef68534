import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { openExport } from './export-file';
import type { ExportTable } from './export-table';
import { writePdf } from './pdf-file';

type Row = { readonly name: string; readonly micros: bigint | undefined; readonly at: Date | undefined };
const AT = new Date('2026-03-01T20:30:15.250Z');
const row = (name: string, micros: bigint | undefined = -500_001n): Row => ({ name, micros, at: AT });

async function* inBatches(rows: readonly Row[], size = 700): AsyncGenerator<readonly Row[]> {
  for (let first = 0; first < rows.length; first += size) yield rows.slice(first, first + size);
}

const tableOf = (batches: AsyncIterable<readonly Row[]>): ExportTable<Row> => ({
  title: 'Giao dịch [2026]',
  subtitle: 'Người dùng: Nguyễn Thị Ánh',
  timeZone: 'Asia/Ho_Chi_Minh',
  batches,
  columns: [
    { heading: 'Tên', width: 20, kind: 'text', value: ({ name }) => name },
    { heading: 'Số tiền', width: 16, kind: 'amount', value: ({ micros }) => micros },
    { heading: 'Thời gian', width: 20, kind: 'time', value: ({ at }) => at },
  ],
  texts: { page: (number) => `Trang ${number}`, cut: (max) => `Chỉ ${max} dòng đầu` },
});

async function bytesOf(format: 'csv' | 'xlsx' | 'pdf', rows: readonly Row[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of openExport(format, tableOf(inBatches(rows))).stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

const DANGEROUS = ['=1+1', '+84 912', '-5 apples', '@SUM(A1)', '\tTab', '\rReturn', ' =1+1', '＝1+1'];
const ORDINARY = ['Cà phê sữa đá', 'a "quoted", name', 'two\nlines', '<b>&amp;</b>', ''];

describe('csv', () => {
  test('every cell is read back unchanged; one that would run as a formula gets an apostrophe', async () => {
    const file = await bytesOf(
      'csv',
      [...ORDINARY, ...DANGEROUS].map((name) => row(name)),
    );
    expect(file.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [heading, ...rows] = parse(file, { bom: true }) as string[][];
    expect(heading).toEqual(['Tên', 'Số tiền', 'Thời gian']);
    expect(rows.map(([name]) => name)).toEqual([...ORDINARY, ...DANGEROUS.map((name) => `'${name}`)]);
  });

  test.each([
    ['a;=1+1', "a;'=1+1"],
    ['a; \u00A0＝1+1', "a;' \u00A0＝1+1"],
    ['a;"=1+1&"', `a;'"=1+1&"`], // a quote opens and closes an empty text before what is left
    ['two\n-lines\r\n\n@b', "two\n'-lines\r\n\n'@b"],
    ['a\t+1', "a\t'+1"],
    ['=1;=2', "'=1;'=2"],
    ['one; two; 3-4, -5', 'one; two; 3-4, -5'],
  ])('%j begins no formula where a spreadsheet separates by semicolons, tabs or lines', async (name, expected) => {
    const file = await bytesOf('csv', [row('before'), row(name)]);
    expect((parse(file, { bom: true }) as string[][])[2]?.[0]).toBe(expected);
    const text = file.toString().replaceAll('-0.500001', '');
    expect(text).toContain(`\n"${expected.replaceAll('"', '""')}",`);
    // As such a spreadsheet reads it: quotes count only where a cell begins with them.
    for (const cell of text.split(/[;\t\r\n]/)) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
  });

  test('amounts stay numbers, also below zero; times include the offset; missing values are empty', async () => {
    const file = await bytesOf('csv', [row('a'), { name: 'b', micros: undefined, at: undefined }]);
    expect(parse(file, { bom: true, from: 2 })).toEqual([
      ['a', '-0.500001', '2026-03-02T03:30:15.250+07:00'],
      ['b', '', ''],
    ]);
  });
});

describe('xlsx', () => {
  const partsOf = async (rows: readonly Row[]) =>
    Object.fromEntries(Object.entries(unzipSync(await bytesOf('xlsx', rows))).map(([path, bytes]) => [path, strFromU8(bytes)]));

  test('texts are inline strings, marked as literal where they look like a formula; no cell holds one', async () => {
    const { 'xl/worksheets/sheet1.xml': sheet = '' } = await partsOf(
      [...ORDINARY, ...DANGEROUS, 'bad \u0000 \uD800 end'].map((name) => row(name)),
    );
    expect(sheet).not.toContain('<f');
    expect(sheet.match(/<c t="inlineStr" s="4">/g)).toHaveLength(DANGEROUS.length);
    expect(sheet).toContain('<c t="inlineStr" s="4"><is><t xml:space="preserve">=1+1</t></is></c>');
    expect(sheet).toContain('&lt;b&gt;&amp;amp;&lt;/b&gt;');
    expect(sheet).toContain('bad \uFFFD \uFFFD end');
  });

  test('amounts are numbers until a spreadsheet would round them; times are dates of the zone', async () => {
    const { 'xl/worksheets/sheet1.xml': sheet = '' } = await partsOf([row('a'), row('b', 1_234_567_890_123_456n)]);
    expect(sheet).toContain('<c s="2"><v>-0.500001</v></c>');
    expect(sheet).toContain('<t xml:space="preserve">1234567890.123456</t>');
    const [, serial = ''] = /<c s="3"><v>([\d.]+)<\/v>/.exec(sheet) ?? [];
    expect(new Date((Number(serial) - 25_569) * 86_400_000).toISOString().slice(0, 19)).toBe('2026-03-02T03:30:15');
    expect(sheet).toContain('Thời gian (Asia/Ho_Chi_Minh)');
  });

  test('every part that the workbook names is in the file', async () => {
    const parts = await partsOf([]);
    const named = [...(parts['[Content_Types].xml'] ?? '').matchAll(/PartName="\/([^"]+)"/g)].map(([, path]) => path);
    expect(Object.keys(parts)).toEqual(expect.arrayContaining([...named, '_rels/.rels', 'xl/_rels/workbook.xml.rels']));
    expect(parts['xl/workbook.xml']).toContain('<sheet name="Giao dịch  2026 " sheetId="1"');
  });

  test('rows beyond one sheet continue in the next', async () => {
    const { writeXlsx } = await import('./xlsx-file');
    const chunks: Uint8Array[] = [];
    for await (const chunk of writeXlsx(tableOf(inBatches(Array.from({ length: 25 }, (_, n) => row(`r${n}`)))), 11)) chunks.push(chunk);
    const parts = unzipSync(Buffer.concat(chunks));
    const rowsOf = (number: number) => strFromU8(parts[`xl/worksheets/sheet${number}.xml`] ?? new Uint8Array()).match(/<row>/g)?.length;
    expect([rowsOf(1), rowsOf(2), rowsOf(3), rowsOf(4)]).toEqual([11, 11, 6, undefined]);
  });
});

describe('pdf', () => {
  const textOf = async (chunks: AsyncIterable<Uint8Array>) => {
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks) parts.push(chunk);
    const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(Buffer.concat(parts))));
    return { pages: text, totalPages };
  };
  const numbered = (count: number) => tableOf(inBatches(Array.from({ length: count }, (_, n) => row(`Đơn hàng số ${n + 1}`))));

  test('the text can be selected, Vietnamese included, and every page repeats the headings', async () => {
    const { pages, totalPages } = await textOf(writePdf(numbered(60)));
    expect(totalPages).toBe(3);
    for (const page of pages) expect(page).toContain('Số tiền');
    expect(pages[0]).toContain('Nguyễn Thị Ánh');
    expect(pages[0]).toContain('-0.500001');
    expect(pages[0]).toContain('2026-03-02 03:30:15');
    expect(pages[2]).toContain('Đơn hàng số 60');
    expect(pages[2]).toContain('Trang 3');
    expect(pages.join()).not.toContain('Chỉ');
  });

  test.each([
    ['a batch ends', 50],
    ['in the middle of one', 41],
  ])('it ends after its limit and says so, where %s', async (_where, rowsMax) => {
    const { pages } = await textOf(writePdf(numbered(rowsMax + 1), 'vi', rowsMax));
    expect(pages.at(-1)).toContain(`Đơn hàng số ${rowsMax} `);
    expect(pages.at(-1)).not.toContain(`số ${rowsMax + 1}`);
    expect(pages.at(-1)).toContain(`Chỉ ${rowsMax} dòng đầu`);
  });

  test('a table exactly at the row limit shows no notice', async () => {
    const { pages } = await textOf(writePdf(numbered(41), 'vi', 41));
    expect(pages.join()).not.toContain('Chỉ');
  });
});

describe('numbers in a pdf', () => {
  type Piece = { readonly str: string; readonly transform: readonly number[]; readonly width: number };
  const micros = (text: string): bigint => BigInt(text.replace('.', ''));
  const LARGE = ['48000.000000', '-480000.000000', '12345678.123456', '-12345678.123456', '4000000000.000000', '-4000000000.000000'];
  const id = (heading: string, width: number): ExportTable<Row>['columns'][number] => ({
    heading,
    width,
    kind: 'text',
    value: ({ name }) => `${heading.slice(0, 3)}_${name.repeat(24)}`,
  });
  const amount = (heading: string, width: number): ExportTable<Row>['columns'][number] => ({
    heading,
    width,
    kind: 'amount',
    value: (row) => row.micros,
  });
  /** As many columns as the transactions have, and as wide. */
  const wide = (values: readonly string[]): ExportTable<Row> => ({
    ...tableOf(inBatches(values.map((value) => row('0', micros(value))))),
    columns: [
      { heading: 'Time', width: 21, kind: 'time', value: ({ at }) => at },
      id('Type', 12),
      amount('Balance before', 18),
      amount('Amount', 16),
      amount('Balance after', 18),
      id('Reason', 20),
      id('Transaction ID', 26),
      id('Request ID', 22),
      id('Ledger reference', 30),
      id('Ledger entry', 16),
    ],
  });
  const piecesOf = async (language: string): Promise<Piece[]> => {
    const parts: Uint8Array[] = [];
    for await (const chunk of writePdf(wide(LARGE), language)) parts.push(chunk);
    const page = await (await getDocumentProxy(new Uint8Array(Buffer.concat(parts)))).getPage(1);
    return (await page.getTextContent()).items.filter((item): item is Piece & typeof item => 'str' in item && item.str.trim() !== '');
  };
  const placeOf = ({ transform: [, , , size = 0, left = 0, y = 0], width }: Piece) => ({ size, left, right: left + width, y });

  test.each(['en', 'ar'])('%s: however large, they stand whole on one line and clear of what is beside them', async (language) => {
    const pieces = await piecesOf(language);
    for (const value of LARGE) {
      const found = pieces.filter(({ str }) => str === value).map(placeOf);
      expect(found, value).toHaveLength(3);
      for (const { left, right, y, size } of found) {
        expect(size, value).toBeGreaterThan(6);
        const beside = pieces.map(placeOf).filter((other) => Math.abs(other.y - y) < 6 && other.left !== left);
        expect(beside.filter((other) => other.left < right && other.right > left)).toEqual([]);
      }
    }
  });

  test('up to hundreds of thousands they are as large as the rest, and tens of millions can be read', async () => {
    const pieces = await piecesOf('en');
    const sizeOf = (text: string) => pieces.filter(({ str }) => str === text).map((piece) => placeOf(piece).size)[0];
    expect(sizeOf('-480000.000000')).toBe(sizeOf('48000.000000'));
    expect(sizeOf('-12345678.123456')).toBeGreaterThanOrEqual(7);
  });
});

describe('pdf in every language', () => {
  const textIn = async (language: string, table: ExportTable<Row>) => {
    const parts: Uint8Array[] = [];
    for await (const chunk of writePdf(table, language)) parts.push(chunk);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(Buffer.concat(parts))), { mergePages: true });
    return text;
  };
  const withName = (name: string) => tableOf(inBatches([row(name)]));

  test.each([
    ['zh', '账户余额'],
    ['ja', '請求書の手数料'],
    ['ko', '거래 내역'],
    ['th', 'ใบแจ้งหนี้'],
    ['ru', 'Комиссия за счёт'],
    ['vi', 'Phí hóa đơn'],
  ])('%s: the letters are in the file, not boxes', async (language, name) => {
    expect((await textIn(language, withName(name))).replaceAll(' ', '')).toContain(name.replaceAll(' ', ''));
  });

  test('ar: words are joined from right to left, figures inside them keep their order', async () => {
    const text = await textIn('ar', withName('الرسوم 12.50'));
    expect(text).toContain('12.50');
    expect(text).toMatch(/[\u0600-\u06FF\uFE70-\uFEFC]/);
  });

  test('a long reference is wrapped, never cut', async () => {
    const reference = `inv_${'0123456789'.repeat(9)}`;
    expect((await textIn('en', withName(reference))).replaceAll(/\s/g, '')).toContain(reference);
  });

  test('the notice at the end counts as readers of the language do', async () => {
    const parts: Uint8Array[] = [];
    const many = tableOf(inBatches(Array.from({ length: 1_001 }, (_, n) => row(`r${n}`))));
    for await (const chunk of writePdf(many, 'de', 1_000)) parts.push(chunk);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(Buffer.concat(parts))), { mergePages: true });
    expect(text).toContain('Chỉ 1.000 dòng đầu');
  });
});

describe.each(['csv', 'xlsx', 'pdf'] as const)('%s', (format) => {
  test('rows are read only as the file is consumed, and no more once it is closed', async () => {
    let given = 0;
    let isClosed = false;
    async function* endless(): AsyncGenerator<readonly Row[]> {
      try {
        for (;;) {
          given += 100;
          yield Array.from({ length: 100 }, (_, n) => row(`row ${given + n}`));
        }
      } finally {
        isClosed = true;
      }
    }
    const { stream } = openExport(format, tableOf(endless()));
    const chunks = stream.iterator({ destroyOnReturn: false });
    await chunks.next();
    await chunks.next();
    let afterAWhile = -1;
    const isStill = async () => {
      const before = given;
      await sleep(300);
      afterAWhile = given;
      return afterAWhile === before;
    };
    await expect.poll(isStill, { timeout: 20_000 }).toBe(true); // the buffers are full and nothing consumes them
    stream.destroy();
    await expect.poll(() => isClosed).toBe(true);
    expect(given).toBeLessThanOrEqual(afterAWhile + 100);
  });

  test('a failure while reading aborts the file', async () => {
    async function* broken(): AsyncGenerator<readonly Row[]> {
      yield [row('a')];
      throw new Error('the database went away');
    }
    const { stream } = openExport(format, tableOf(broken()));
    await expect(stream.toArray()).rejects.toThrow('the database went away');
  });
});
