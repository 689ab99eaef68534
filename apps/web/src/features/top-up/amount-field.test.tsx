// @vitest-environment happy-dom
import { act, useState } from 'react';
import { expect, test } from 'vitest';
import { find, render } from '../../../../../packages/ui/test/render';
import { AmountField } from './amount-field';

function Form() {
  const [value, setValue] = useState('');
  return <AmountField value={value} onChange={setValue} onEnter={() => undefined} inOther={undefined} />;
}

/** Key by key, each behind what the field holds by then. */
async function type(text: string): Promise<HTMLInputElement> {
  const input = find<HTMLInputElement>('input');
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (const key of text) {
    await act(async () => {
      setValue?.call(input, input.value + key);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
  return input;
}

test.each([
  ['-7', 'Amount must be greater than 0'],
  ['1e3', 'Use digits only, with at most 4 decimals.'],
  ['1.23456', 'Use digits only, with at most 4 decimals.'],
  ['12345678', 'At most $1,000,000 at a time.'],
])('%s, typed key by key, stays as it was typed and is said to be wrong', async (text, problem) => {
  await render(<Form />);
  const input = await type(text);
  expect(input.value).toBe(text);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(find('[role=alert]').textContent).toBe(problem);
});

test.each(['0.0', '1,000,0', '1,000.50', '25,5'])('nothing is said about %s while it is typed', async (text) => {
  await render(<Form />);
  expect((await type(text)).value).toBe(text);
  expect(document.querySelector('[role=alert]')).toBeNull();
});
