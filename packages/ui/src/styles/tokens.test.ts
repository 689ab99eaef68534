import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

const declarationsOf = (block: string): Map<string, string> =>
  new Map([...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]));

/** Every rule with exactly the given selector, merged in order. */
const blockOf = (selector: string): Map<string, string> => {
  const found = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, head = '']) => head.trim().replace(/\s+/g, ' ') === selector);
  expect(found.length, `a rule for ${selector}`).toBeGreaterThan(0);
  return new Map(found.flatMap(([, , body = '']) => [...declarationsOf(body)]));
};

const values = declarationsOf(css.slice(0, css.indexOf('[data-theme="light"]')));
const light = blockOf(':root, [data-theme="light"]');
const dark = blockOf('[data-theme="dark"]');
const system = blockOf('[data-theme="system"]');

const colourOf = (theme: Map<string, string>, name: string): string => {
  const reference = theme.get(`--${name}`)?.match(/^var\((--v-[\w-]+)\)$/)?.[1];
  const hex = reference === undefined ? undefined : values.get(reference);
  if (hex === undefined) throw new Error(`--${name} is no colour of the first tier`);
  return hex;
};

/** WCAG 2.2 relative luminance. */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
};

const surfaces = ['bg-canvas', 'bg-chrome', 'bg-surface', 'bg-raised', 'bg-subtle'];
const readable: readonly (readonly [string, string])[] = [
  ...surfaces.flatMap((surface) => ['text', 'text-muted', 'text-subtle', 'text-link'].map((text) => [text, surface] as const)),
  ...['success', 'warning', 'danger', 'info'].flatMap((meaning) => [
    [`${meaning}-text`, `${meaning}-soft`] as const,
    [`${meaning}-text`, 'bg-canvas'] as const,
    ['text', `${meaning}-soft`] as const,
    ['text-muted', `${meaning}-soft`] as const,
  ]),
  ['text', 'bg-pressed'],
  ['text-muted', 'bg-sunken'],
  ['text-muted', 'bg-hover'],
  ['text-subtle', 'bg-hover'],
  ['text-link', 'bg-selected'],
  ['accent-text', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger-solid'],
  ['warning-text', 'warning-line'],
  ['text-inverse', 'bg-inverse'],
  ['admin-chrome-text', 'admin-chrome'],
  ['admin-chrome-subtle', 'admin-chrome'],
  ['admin-tag-text', 'bg-canvas'],
  ['admin-chrome-strong', 'admin-bar'],
];
const visible: readonly (readonly [string, string])[] = [
  ['border-control', 'bg-canvas'],
  ['border-control', 'bg-surface'],
  ['focus', 'bg-canvas'],
  ['focus', 'bg-chrome'],
  ['chart-bar', 'bg-surface'],
  ['info-solid', 'bg-canvas'],
  ['success-solid', 'bg-canvas'],
  ['warning-solid', 'bg-canvas'],
  ['danger-solid', 'bg-canvas'],
  ['danger-solid', 'bg-surface'],
  ['admin-chrome-icon', 'admin-chrome-active'],
  ['admin-bar', 'bg-canvas'],
];

describe.each([
  ['light', light],
  ['dark', dark],
])('in the %s theme', (_name, theme) => {
  test.each(readable)('%s on %s is readable, at least 4.5 to 1', (text, ground) => {
    expect(contrast(colourOf(theme, text), colourOf(theme, ground))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(visible)('%s on %s can be made out, at least 3 to 1', (mark, ground) => {
    expect(contrast(colourOf(theme, mark), colourOf(theme, ground))).toBeGreaterThanOrEqual(3);
  });
  test('a QR code is black on white', () => {
    expect([colourOf(theme, 'qr-ink'), colourOf(theme, 'qr-paper')]).toEqual(['#000000', '#ffffff']);
  });
});

test('the system theme is the dark theme, word for word', () => {
  expect(Object.fromEntries(system)).toEqual(Object.fromEntries(dark));
});

test('both themes define the same meanings', () => {
  expect([...dark.keys()].sort()).toEqual([...light.keys()].sort());
});
