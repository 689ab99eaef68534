// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { render } from '../../../../../packages/ui/test/render';
import { CardSkeletons } from './card-skeletons';

test('a quick answer shows no frames: they wait like the lines in them, and like those of a table', async () => {
  const { container } = await render(<CardSkeletons />);
  const parts = [...container.querySelectorAll('.card, .skeleton')];
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.every((part) => part.classList.contains('appear-late'))).toBe(true);
});
