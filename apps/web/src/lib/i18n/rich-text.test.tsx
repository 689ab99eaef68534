import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RichText } from './rich-text';

const parts = { terms: (content: string) => <a href="/terms">{content}</a> };

test('a named part of a sentence becomes its element', () => {
  expect(renderToStaticMarkup(<RichText text="Agree to the <terms>Terms</terms>." parts={parts} />)).toBe(
    'Agree to the <a href="/terms">Terms</a>.',
  );
});

test('a translation cannot contain its own HTML', () => {
  const text = '<script>alert(1)</script> <img src=x onerror=alert(1)> <terms><b>x</b></terms>';
  const html = renderToStaticMarkup(<RichText text={text} parts={parts} />);
  expect(html).not.toMatch(/<(script|img|b)\b/);
  expect(html).toContain('<a href="/terms">');
});
