// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { render } from '../../../../../packages/ui/test/render';
import { CardSkeletons } from './card-skeletons';

test('a quick answer shows no frames: they wait like the lines in them, and like those of a table', async () => {
  const { container } = await render(<CardSkeletons cards={[2, 4]} />);
  const parts = [...container.querySelectorAll('.card, .skeleton')];
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.every((part) => part.classList.contains('appear-late'))).toBe(true);
});

test('each card has as many lines as what comes, below its title', async () => {
  const { container } = await render(<CardSkeletons cards={[2, 4]} />);
  expect([...container.querySelectorAll('.card')].map((card) => card.querySelectorAll('.skeleton').length)).toEqual([3, 5]);
});
