// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { render } from '../../../../../../packages/ui/test/render';
import { ResponseText } from './response-text';

test('a short answer is shown whole, a long one can be unfolded', async () => {
  const { rerender } = await render(<ResponseText text='{"status":"success","message":"got it"}' />);
  const container = document.body;
  expect([container.textContent, container.querySelector('details')]).toEqual(['{"status":"success","message":"got it"}', null]);
  const long = `<html>${'x'.repeat(500)}</html>`;
  await rerender(<ResponseText text={long} />);
  expect(container.querySelector('summary')?.textContent).toBe(`${long.slice(0, 60)}…`);
  expect(container.querySelector('details > code')?.textContent).toBe(long);
  await rerender(<ResponseText text={null} />);
  expect(container.textContent).toBe('');
});
