// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { find, render } from '../../test/render';
import { Field } from './field';
import { TextInput } from './text-input';

const field = (error?: string) => (
  <Field label="Username" hint="6 to 15 characters" error={error}>
    {(aria) => <TextInput {...aria} />}
  </Field>
);
const describedBy = () => document.getElementById(find('input').getAttribute('aria-describedby') ?? '')?.textContent;

test('label and hint belong to the control', async () => {
  await render(field());
  expect(find<HTMLLabelElement>('label').htmlFor).toBe(find('input').id);
  expect(describedBy()).toBe('6 to 15 characters');
  expect(find('input').hasAttribute('aria-invalid')).toBe(false);
});

test('an error replaces the hint and is announced', async () => {
  const { rerender } = await render(field());
  await rerender(field('This username is already taken.'));
  expect(describedBy()).toBe('This username is already taken.');
  expect(find('input').getAttribute('aria-invalid')).toBe('true');
  expect(find('[role="alert"]').textContent).toBe('This username is already taken.');
  expect(find('.input').hasAttribute('data-invalid')).toBe(true);
});
