import type { Page } from '@playwright/test';
import jsQr from 'jsqr';

/** What a camera reads from the drawn symbol: its pixels on the screen, given to an independent decoder. */
export async function readQr(page: Page, picture: Buffer): Promise<string | undefined> {
  const { width, height, lights } = await page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let lights = ''; // one character for each pixel: four numbers for each took a minute to arrive
    for (let at = 0; at < data.length; at += 4) lights += (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0) > 382 ? '1' : '0';
    return { width: image.width, height: image.height, lights };
  }, picture.toString('base64'));
  const pixels = new Uint8ClampedArray(lights.length * 4).fill(255);
  for (let at = 0; at < lights.length; at += 1) if (lights[at] === '0') pixels.fill(0, at * 4, at * 4 + 3);
  return jsQr(pixels, width, height)?.data;
}
