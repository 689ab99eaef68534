import { expect, type Locator, type Page, test } from '@playwright/test';
import { signInByCall } from '../admin-data';
import { callsTo, changed } from '../looks/answers';

const WIDTHS = [375, 1280] as const;
const LINE = 12;

async function open(page: Page, path: string, width: number): Promise<void> {
  await signInByCall(page.request, 'demomerchant');
  await page.setViewportSize({ width, height: 800 });
  await page.addInitScript(() => localStorage.setItem('language', 'ar'));
  await page.goto(path);
}

type Place = { readonly left: number; readonly right: number; readonly top: number };

/** Where a piece of text is seen, whatever elements it is in. */
const placeOf = (within: Locator, text: string): Promise<Place> =>
  within.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const { left, right, top } = range.getBoundingClientRect();
      return { left, right, top };
    }
    throw new Error(`no ${wanted}`);
  }, text);

// In no other text of a change, whichever is the newest.
const WHO = 'falconer_42';
const DEVICE = 'Kestrel';
const ADDRESS = '127.0.0.1';

/** The first change of the list, done from a device, on a phone. */
async function changeFrom(page: Page, device: string): Promise<Locator> {
  await changed(page, callsTo('/audit-log'), (reply) => {
    const { content, ...rest } = reply as { content: object[] };
    return { ...rest, content: content.slice(0, 1).map((entry) => ({ ...entry, actor: WHO, device, ip: ADDRESS })) };
  });
  await open(page, '/audit-log', 375);
  const card = page.locator('.table-cards > li').first();
  await expect(card).toContainText(WHO);
  return card;
}

test('the caption of a change reads from right to left: who, device, address, when', async ({ page }) => {
  const card = await changeFrom(page, DEVICE);
  const [who, device, address] = [await placeOf(card, WHO), await placeOf(card, DEVICE), await placeOf(card, ADDRESS)];
  expect(Math.abs(who.top - address.top)).toBeLessThan(LINE); // one line
  expect(device.right).toBeLessThan(who.left);
  expect(address.right).toBeLessThan(device.left);
});

test('a part of a caption that takes two lines has both of them whole', async ({ page }) => {
  const card = await changeFrom(page, 'Playwright/1.65.0 (x64; debian 12) node/20.20');
  const [who, address] = [await placeOf(card, WHO), await placeOf(card, ADDRESS)];
  expect(address.top - who.top).toBeGreaterThan(LINE);
  expect(address.right).toBeCloseTo(who.right, 0);
});

for (const width of WIDTHS) {
  test(`the sum of the chart stands apart from its title at ${width} px`, async ({ page }) => {
    await open(page, '/dashboard', width);
    const title = page.locator('.revenue-chart .card-title');
    const sum = title.locator('.money');
    await expect(sum).toBeVisible();
    const words = ((await title.evaluate((element) => element.firstChild?.textContent)) ?? '').trim();
    const [before, after] = [await placeOf(title, words), await sum.boundingBox()];
    const isBeside = Math.abs(before.top - (after?.y ?? 0)) < LINE;
    if (width === 1280) expect(isBeside).toBe(true);
    if (isBeside) expect(before.left - ((after?.x ?? 0) + (after?.width ?? 0))).toBeGreaterThanOrEqual(6);
  });
}
