import type { Page } from '@playwright/test';

/** A picture in blocks of 16 px: the colour of the ground in each, and how much of it is written or drawn on. */
export type Picture = { readonly columns: number; readonly rows: number; readonly ground: readonly Rgb[]; readonly ink: readonly number[] };
type Rgb = readonly [number, number, number];

const BLOCK = 16;

/**
 * Reduces a screenshot to a small PNG: grounds above, ink below. The ground is the median colour of its block, so letters, whatever their
 * font, do not change it; ink is the share of pixels that stand out from it.
 */
export const reduce = async (page: Page, screenshot: Buffer): Promise<Buffer> => {
  const url = await page.evaluate(
    async ({ source, block }) => {
      const STANDS_OUT = 24;
      const image = await createImageBitmap(await (await fetch(source)).blob());
      const [columns, rows] = [Math.floor(image.width / block), Math.floor(image.height / block)];
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      const small = document.createElement('canvas');
      [small.width, small.height] = [columns, rows * 2];
      const target = small.getContext('2d');
      if (context === null || target === null) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      const out = target.createImageData(columns, rows * 2);
      for (let row = 0; row < rows; row += 1) {
        for (let column = 0; column < columns; column += 1) {
          const { data } = context.getImageData(column * block, row * block, block, block);
          const median = [0, 1, 2].map((channel) => data.filter((_, at) => at % 4 === channel).sort()[(block * block) / 2] ?? 0);
          let ink = 0;
          for (let at = 0; at < data.length; at += 4)
            if (median.some((value, channel) => Math.abs((data[at + channel] ?? 0) - value) > STANDS_OUT)) ink += 1;
          const share = 255 - Math.round((ink / (block * block)) * 255);
          out.data.set([...median, 255], (row * columns + column) * 4);
          out.data.set([share, share, share, 255], ((rows + row) * columns + column) * 4);
        }
      }
      target.putImageData(out, 0, 0);
      return small.toDataURL('image/png');
    },
    { source: `data:image/png;base64,${screenshot.toString('base64')}`, block: BLOCK },
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
};

/** Reads what `reduce` wrote. */
export async function read(page: Page, png: Buffer): Promise<Picture> {
  const { width, height, data } = await page.evaluate(
    async (source) => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      return { width: image.width, height: image.height, data: [...context.getImageData(0, 0, image.width, image.height).data] };
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  const blocks = (width * height) / 2;
  const at = (index: number): number => data[index] ?? 0;
  return {
    columns: width,
    rows: height / 2,
    ground: Array.from({ length: blocks }, (_, index): Rgb => [at(index * 4), at(index * 4 + 1), at(index * 4 + 2)]),
    ink: Array.from({ length: blocks }, (_, index) => 1 - at((blocks + index) * 4) / 255),
  };
}

/** Surfaces differ from the page by as little as 4 levels. */
const GROUND_STEP = 2;
/** Of a block and its eight neighbours. */
const AREA = 7;
const isGround = (one: Rgb, other: Rgb): boolean => one.every((value, channel) => Math.abs(value - (other[channel] ?? 0)) <= GROUND_STEP);

function around({ columns, rows }: Picture, index: number, reach: number): number[] {
  const [row, column] = [Math.floor(index / columns), index % columns];
  const found: number[] = [];
  for (let y = Math.max(0, row - reach); y <= Math.min(rows - 1, row + reach); y += 1)
    for (let x = Math.max(0, column - reach); x <= Math.min(columns - 1, column + reach); x += 1) found.push(y * columns + x);
  return found;
}

/**
 * Blocks whose ground the other picture has nowhere near: edges may move by up to a block. Only areas count: a badge or a bar is narrower
 * than two blocks, and which of them it fills depends on a pixel.
 */
function groundMissing(one: Picture, other: Picture): number[] {
  const missing = new Set(
    one.ground.flatMap((ground, index) =>
      around(one, index, 1).some((near) => isGround(ground, other.ground[near] ?? [0, 0, 0])) ? [] : [index],
    ),
  );
  return [...missing].filter((index) => around(one, index, 1).filter((near) => missing.has(near)).length >= AREA);
}

/** Written on here, and nothing at all within a block there: a word that is only wider, or a little lower, is near. */
const INK_LEAST = 0.08;
const INK_REACH = 1;
const inkMissing = (one: Picture, other: Picture): number[] =>
  one.ink.flatMap((ink, index) =>
    ink < INK_LEAST || around(one, index, INK_REACH).some((near) => (other.ink[near] ?? 0) > 0.02) ? [] : [index],
  );

/** Of all blocks: 16. Another font makes up to 10 (a longer line), a moved column 43, a missing panel 110. */
const TOLERATED = 0.004;

/** Empty when the pictures show the same screen; otherwise what differs, and where to look. */
export function differences(expected: Picture, actual: Picture): string[] {
  if (expected.columns !== actual.columns || expected.rows !== actual.rows)
    return [`${expected.columns} × ${expected.rows} blocks became ${actual.columns} × ${actual.rows}`];
  const found: Readonly<Record<string, number[]>> = {
    'another ground': [...new Set([...groundMissing(expected, actual), ...groundMissing(actual, expected)])],
    'nothing is written any more': inkMissing(expected, actual),
    'something is written where nothing was': inkMissing(actual, expected),
  };
  const allowed = expected.columns * expected.rows * TOLERATED;
  return Object.entries(found).flatMap(([what, blocks]) =>
    blocks.length <= allowed ? [] : [`${what} in ${blocks.length} blocks, ${placeOf(expected, blocks)}`],
  );
}

function placeOf({ columns }: Picture, blocks: readonly number[]): string {
  const xs = blocks.map((index) => (index % columns) * BLOCK);
  const ys = blocks.map((index) => Math.floor(index / columns) * BLOCK);
  return `x ${Math.min(...xs)}–${Math.max(...xs) + BLOCK}, y ${Math.min(...ys)}–${Math.max(...ys) + BLOCK}`;
}
