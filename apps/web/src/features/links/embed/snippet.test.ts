import { expect, test } from 'vitest';
import { snippetOf } from './snippet';

test('a label cannot end its attribute', () => {
  expect(snippetOf('https://pay.example/pay/abc', 'Buy "now" <b> & go')).toBe(
    '<script src="https://pay.example/embed/v1.js" data-link="abc" data-label="Buy &quot;now&quot; &lt;b> &amp; go" async></script>',
  );
});
