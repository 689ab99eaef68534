// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { click, find, render } from '../../test/render';
import { Button } from './button';

test('a busy button keeps its label for the width, announces its work, and ignores clicks without losing the focus', async () => {
  const onClick = vi.fn();
  const { rerender } = await render(
    <Button busyLabel="Logging in..." onClick={onClick}>
      Sign In
    </Button>,
  );
  find('button').focus();
  await click('button');
  expect(onClick).toHaveBeenCalledOnce();
  await rerender(
    <Button busy busyLabel="Logging in..." onClick={onClick}>
      Sign In
    </Button>,
  );
  const button = find<HTMLButtonElement>('button');
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(button.disabled).toBe(false);
  expect(document.activeElement).toBe(button);
  expect(find('[data-off]').textContent).toBe('Sign In');
  expect(find('.btn-label > :not([data-off])').textContent).toBe('Logging in...');
  await click('button');
  expect(onClick).toHaveBeenCalledOnce();
});

test('a busy submit button submits nothing', async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  await render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy>
        Save
      </Button>
    </form>,
  );
  await click('button');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a link can look like a button', async () => {
  await render(
    <Button asChild variant="primary">
      <a href="/top-up">Top Up</a>
    </Button>,
  );
  expect(find('a').className).toBe('btn btn-primary');
  expect(document.querySelector('button')).toBeNull();
});
