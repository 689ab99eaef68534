// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { render } from '../../../../../../packages/ui/test/render';
import { depositFigures, feeFigures, revenueFigures, userFigures } from './figures';

afterEach(() => document.body.replaceChildren());

test.each([
  ['revenue', () => revenueFigures({ allTime: 1.5 } as never), '1.500000\u2009USDT–––'],
  ['fees', () => feeFigures({ fee_this_month: 0 } as never), '–0.000000\u2009USDT––'],
  ['deposits', () => depositFigures({ totalToday: 2 } as never), '–––$2.00'],
  ['users', () => userFigures({ totalUsers: 1200, usersToday: null } as never), '1,200–––'],
])('%s that leave out a figure have a dash there', async (_what, figures, shown) => {
  await render(<div>{...[...figures()]}</div>);
  expect(document.body.textContent).toBe(shown);
});
