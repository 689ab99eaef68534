import type { Browser, Page } from '@playwright/test';
import { LANGUAGES, type Language, THEMES, type Theme, type Width } from './view';

export type Shot = {
  readonly language: Language;
  readonly theme: Theme;
  readonly width: Width;
  /** Which piece of a tall page, from 1. */
  readonly piece: number;
  readonly jpeg: Buffer;
};

const COLUMNS: Readonly<Record<Width, { readonly columns: number; readonly shown: number }>> = {
  // Light beside dark, a row for each language; of phones the languages stand side by side.
  1280: { columns: THEMES.length, shown: 780 },
  375: { columns: LANGUAGES.length, shown: 375 },
};

const figure = ({ language, theme, jpeg }: Shot, shown: number): string =>
  `<figure><figcaption>${language} · ${theme}</figcaption><img width="${shown}" src="data:image/jpeg;base64,${jpeg.toString('base64')}"></figure>`;

const inOrder = (width: Width, shots: readonly Shot[]): readonly Shot[] =>
  width === 1280 ? shots : THEMES.flatMap((theme) => shots.filter((shot) => shot.theme === theme));

let table: Promise<Page> | undefined;

/** One picture with all shots of a view at one width. */
export async function drawSheet(browser: Browser, title: string, width: Width, shots: readonly Shot[]): Promise<Buffer> {
  const { columns, shown } = COLUMNS[width];
  const used = Math.min(columns, shots.length);
  table ??= browser.newPage();
  const page = await table;
  await page.setViewportSize({ width: used * (shown + 12) + 12, height: 400 });
  await page.setContent(
    `<style>
      body { margin: 12px; font: 14px sans-serif; background: #888; color: #fff }
      h1 { font-size: 16px; margin: 0 0 8px }
      main { display: grid; grid-template-columns: repeat(${used}, ${shown}px); gap: 12px; align-items: start }
      figure { margin: 0 } figcaption { padding: 2px 0 } img { display: block }
    </style><h1>${title} · ${width} px</h1><main>${inOrder(width, shots)
      .map((shot) => figure(shot, shown))
      .join('')}</main>`,
  );
  return page.screenshot({ fullPage: true, type: 'png' });
}
