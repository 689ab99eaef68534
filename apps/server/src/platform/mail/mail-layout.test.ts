import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverRoot } from '../paths';
import type { MailContent, MailContext } from './mail-content';
import { renderMail } from './mail-layout';

const context = (language: string, texts: Record<string, string> = {}): MailContext => ({
  language,
  t: (key, values = {}) => ({ template: texts[key] ?? key, values }),
  formatTime: (iso) => iso,
  page: (path) => `https://pay.example${path}`,
});

function content({ t, page }: MailContext, name: string): MailContent {
  return {
    subject: t('Message from {{name}}', { name }),
    preview: t('preview'),
    heading: t('Message from {{name}}', { name }),
    intro: t('Hello {{username}}', { username: name }),
    facts: [{ label: t('Device'), value: name }],
    quote: `${name}\nsecond line`,
    code: name,
    button: { label: t('Open'), url: page(`/x?token=a&b="c"`), lasts: t('The link works for 24 hours.') },
    closing: t('Bye {{username}}', { username: name }),
    footer: t('Sent to {{email}}', { email: name }),
  };
}

test('names, devices and messages are always text and never markup', () => {
  const english = context('en');
  const evil = `<img src=x onerror=alert(1)>"'&{{email}}`;
  const { html, text } = renderMail(english, content(english, evil));
  expect(html).not.toContain('<img src=x');
  expect(html.match(/<img /g)).toHaveLength(1); // our own logo
  expect(html.match(/&lt;img src=x onerror=alert\(1\)&gt;&quot;&#39;&amp;\{\{email\}\}/g)).toHaveLength(8);
  expect(html).toContain('href="https://pay.example/x?token=a&amp;b=&quot;c&quot;"');
  expect(html).toContain('<br>second line');
  expect(text).toContain(evil); // the plain part shows it unescaped
});

test('a translation cannot contain markup either', () => {
  const hostile = context('vi', { 'Hello {{username}}': '<b>Chào</b> {{username}}' });
  expect(renderMail(hostile, content(hostile, 'linh')).html).toContain('&lt;b&gt;Chào&lt;/b&gt; <span');
});

test('a line break in a name starts no second header', () => {
  const english = context('en');
  expect(renderMail(english, content(english, 'Linh\r\nBcc: all@example.com')).subject).toBe('Message from Linh Bcc: all@example.com');
});

test('a receiving address is set small enough for one line, other facts as text', () => {
  const english = context('en');
  const cellOf = (value: string) =>
    /<td class="tx" style="padding:4px 0;([^"]*)/.exec(renderMail(english, content(english, value)).html)?.[1];
  expect(cellOf(`0x${'7b'.repeat(20)}`)).toContain('12px/20px ui-monospace');
  expect(cellOf('Firefox on Windows, from a new place')).toContain('14px/20px -apple-system');
});

test('both parts tell how long a link works', () => {
  const english = context('en');
  const { html, text } = renderMail(english, content(english, 'linh'));
  expect(html).toContain('>The link works for 24 hours.</p>');
  expect(text).toContain('\n\nOpen:\nhttps://pay.example/x?token=a&b="c"\n\nThe link works for 24 hours.\n\nBye linh\n');
});

test('right-to-left languages are laid out accordingly', () => {
  expect(renderMail(context('ar'), content(context('ar'), 'x')).html).toContain('<html lang="ar" dir="rtl">');
  expect(renderMail(context('vi'), content(context('vi'), 'x')).html).toContain('<html lang="vi" dir="ltr">');
});

/** Mail programs do not support custom properties, so the layout repeats the tokens' values; this keeps the two in sync. */
test('the colours are those of the design tokens', () => {
  const tokens = readFileSync(join(serverRoot(), '../../packages/ui/src/styles/tokens.css'), 'utf8').toLowerCase();
  const { html } = renderMail(context('en'), content(context('en'), 'x'));
  const used = new Set(html.match(/#[0-9a-f]{6}\b/g));
  expect(used.size).toBeGreaterThan(10);
  expect([...used].filter((colour) => !tokens.includes(colour) && !tokens.includes(shortForm(colour)))).toEqual([]);
});

const shortForm = (colour: string): string => colour.replace(/^#(.)\1(.)\2(.)\3$/, '#$1$2$3');
