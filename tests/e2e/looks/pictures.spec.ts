import { readFile, writeFile } from 'node:fs/promises';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { differences, read, reduce } from './picture';
import { fileOf, isRecorded, record, replay } from './replay';
import { nameOf, type View } from './view';
import { views } from './views';

/** The main screens, each as it mostly looks. */
const MAIN = [
  'login, empty',
  'register, empty',
  'dashboard, filled',
  'invoices, filled',
  'invoice details, SUCCESS',
  'merchants, filled',
  'top up, filled',
  'payment, waiting',
  'payment, paid',
  'admin dashboard, filled',
] as const;

function viewNamed(name: (typeof MAIN)[number]): View {
  const view = views.find((each) => nameOf(each) === name);
  if (view === undefined) throw new Error(`no view is called ${name}`);
  return view;
}

const isRecording = process.env.LOOKS_RECORD === '1';
const look = async (page: Page): Promise<Buffer> => page.screenshot({ type: 'png', animations: 'disabled', caret: 'hide' });

/** What differs from the stored picture, after a change of the page when there is one. */
async function differencesOf(browser: Browser, baseURL: string | undefined, name: (typeof MAIN)[number], css = ''): Promise<string[]> {
  const view = viewNamed(name);
  const { page, unanswered, close } = await replay(browser, baseURL ?? '', view);
  expect(unanswered, 'record this view anew, see Looks in CONTRIBUTING.md').toEqual([]);
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet(); // the content policy refuses a style element
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
  }, css);
  const screenshot = await look(page);
  const desk = await browser.newPage();
  const found = differences(await read(desk, await readFile(fileOf(view, 'png'))), await read(desk, await reduce(desk, screenshot)));
  if (found.length > 0 && css === '') await writeFile(test.info().outputPath('found.png'), screenshot);
  await desk.close();
  await close();
  return found;
}

for (const name of MAIN) {
  test(`${name} looks like its stored picture`, async ({ browser, baseURL }) => {
    if (!isRecording) return expect(await differencesOf(browser, baseURL, name)).toEqual([]);
    const view = viewNamed(name);
    if (!isRecorded(view)) await record(browser, baseURL ?? '', view);
    const { page, close } = await replay(browser, baseURL ?? '', view);
    const desk = await browser.newPage();
    await writeFile(fileOf(view, 'png'), await reduce(desk, await look(page)));
    await desk.close();
    return close();
  });
}

const SEEN: readonly (readonly [string, (typeof MAIN)[number], string])[] = [
  ['a panel is missing', 'dashboard, filled', '.revenue { visibility: hidden }'],
  ['a column has moved', 'invoices, filled', 'td:nth-child(3), th:nth-child(3) { position: relative; inset-inline-start: 12rem }'],
  ['the page has another ground', 'merchants, filled', 'body, .shell { background: #eef }'],
  ['the style sheets are lost', 'register, empty', '*, ::before, ::after { all: revert !important }'],
  ['the sidebar is gone', 'top up, filled', '.side { display: none }'],
  ['the payment page has lost its code', 'payment, waiting', '.qr { visibility: hidden }'],
];

for (const [what, name, css] of SEEN) {
  test(`is noticed: ${what}`, async ({ browser, baseURL }) => {
    expect(await differencesOf(browser, baseURL, name, css)).not.toEqual([]);
  });
}

const UNSEEN: readonly (readonly [string, string])[] = [
  ['another font', '* { font-family: sans-serif !important }'],
  ['everything two pixels lower', 'body { transform: translateY(2px) }'],
];

for (const [what, css] of UNSEEN) {
  test(`is no difference: ${what}`, async ({ browser, baseURL }) => {
    for (const name of ['login, empty', 'dashboard, filled', 'invoices, filled', 'payment, waiting'] as const)
      expect(await differencesOf(browser, baseURL, name, css), name).toEqual([]);
  });
}
